/** The header lines of a level's text, `; key: value`: reading and changing what they say. */
const LINE = /^\s*;\s*([^:]+?)\s*:\s*(.*?)\s*$/;

/** The lines before the first that is neither empty nor a header line. */
function headOf(lines: string[]): number {
  const end = lines.findIndex((line) => line.trim() !== '' && !line.trimStart().startsWith(';'));
  return end < 0 ? lines.length : end;
}

/** What the header says of some keys, whatever the case of their letters; what it does not name is left out. */
export function readHeader(text: string, keys: string[]): Record<string, string> {
  const lines = text.split('\n');
  const said: Record<string, string> = {};
  for (const line of lines.slice(0, headOf(lines))) {
    const [, name, value] = LINE.exec(line) ?? [];
    const key = keys.find((known) => known.toLowerCase() === name?.toLowerCase());
    if (key !== undefined) said[key] = value;
  }
  return said;
}

/** The text with another value for a key; without a value, without the line. A new line comes after the others. */
export function writeHeader(text: string, key: string, value: string | undefined): string {
  const lines = text.split('\n');
  const end = headOf(lines);
  const at = lines.findIndex((line, i) => i < end && LINE.exec(line)?.[1].toLowerCase() === key.toLowerCase());
  const said = value === undefined ? [] : [`; ${key}: ${value}`];
  if (at >= 0) lines.splice(at, 1, ...said);
  else
    lines.splice(
      lines
        .slice(0, end)
        .map((line) => line.trimStart()[0])
        .lastIndexOf(';') + 1,
      0,
      ...said,
    );
  return lines.join('\n');
}
