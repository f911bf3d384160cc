/** The little of Markdown that rules are written in, as blocks to draw. */
export type Inline = { text: string; style: '' | 'b' | 'i' | 'code' };
export type Block =
  | { kind: 'heading'; level: number; text: Inline[] }
  | { kind: 'paragraph'; text: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

export function inline(text: string): Inline[] {
  const parts: Inline[] = [];
  const pattern = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\([^)]*\)/g;
  let last = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > last) parts.push({ text: text.slice(last, match.index), style: '' });
    if (match[1] !== undefined) parts.push({ text: match[1], style: 'code' });
    else if (match[2] !== undefined) parts.push({ text: match[2], style: 'b' });
    else parts.push({ text: match[3] ?? match[4], style: match[3] === undefined ? '' : 'i' });
    last = match.index + match[0].length;
  }
  if (last < text.length) parts.push({ text: text.slice(last), style: '' });
  return parts;
}

/**
 * A game's page in two: the rules, which end with what is secret, and what is said besides to those who build and
 * measure.
 */
export function rulesAndMore(source: string): [string, string] {
  const end = /^## What is secret$[^]*?(?=^## )/m.exec(source);
  const at = end ? end.index + end[0].length : source.length;
  return [source.slice(0, at), source.slice(at)];
}

const LIST = /^\s*(?:[-*·]|(\d+)[.)])\s+/;
const cells = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => inline(cell.trim()));

export function blocks(source: string): Block[] {
  const lines = source.split(/\r?\n/);
  const parsed: Block[] = [];
  let i = 0;
  while (i < lines.length) {
    const line = lines[i];
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    if (!line.trim()) i++;
    else if (line.startsWith('```')) {
      const from = ++i;
      while (i < lines.length && !lines[i].startsWith('```')) i++;
      parsed.push({ kind: 'code', text: lines.slice(from, i).join('\n') });
      i++;
    } else if (heading) {
      parsed.push({ kind: 'heading', level: heading[1].length, text: inline(heading[2]) });
      i++;
    } else if (/^(\t| {4})/.test(line)) {
      const from = i;
      while (
        i < lines.length &&
        (/^(\t| {4})/.test(lines[i]) || (!lines[i].trim() && /^(\t| {4})/.test(lines[i + 1] ?? '')))
      )
        i++;
      parsed.push({
        kind: 'code',
        text: lines
          .slice(from, i)
          .map((codeLine) => codeLine.replace(/^(\t| {4})/, ''))
          .join('\n'),
      });
    } else if (line.trim().startsWith('|') && /^[\s|:-]+$/.test(lines[i + 1] ?? '')) {
      const head = cells(line);
      const rows: Inline[][][] = [];
      for (i += 2; i < lines.length && lines[i].trim().startsWith('|'); i++) rows.push(cells(lines[i]));
      parsed.push({ kind: 'table', head, rows });
    } else if (LIST.test(line)) {
      const ordered = LIST.exec(line)?.[1] !== undefined;
      const items: string[] = [];
      while (i < lines.length && lines[i].trim() && !/^#{1,6}\s/.test(lines[i])) {
        if (LIST.test(lines[i])) items.push(lines[i].replace(LIST, ''));
        else items[items.length - 1] += ' ' + lines[i].trim();
        i++;
      }
      parsed.push({ kind: 'list', ordered, items: items.map(inline) });
    } else {
      let text = '';
      while (
        i < lines.length &&
        lines[i].trim() &&
        !/^(#{1,6}\s|```|\s*\|)/.test(lines[i]) &&
        !(text && LIST.test(lines[i]))
      )
        text += (text ? ' ' : '') + lines[i++].trim();
      if (!text) text = lines[i++].trim();
      parsed.push({ kind: 'paragraph', text: inline(text) });
    }
  }
  return parsed;
}
