/** Levels as files: what is opened is one text, and what is downloaded is named after the level. */
import { download } from '../download';

const LARGEST = 65536; // bytes of a level

export function isJson(text: string): boolean {
  return text.trimStart().startsWith('{');
}

/** Let the browser save a level under its title. */
export function downloadLevel(title: string, text: string): void {
  const name = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  const [ending, type] = isJson(text) ? ['json', 'application/json'] : ['txt', 'text/plain'];
  download(`${name || 'level'}.${ending}`, text, type);
}

/** Why files are too large for a level; "" if they are not. */
export function sizeDefect(files: File[]): string {
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  return bytes > LARGEST ? 'That is too large for a level: at most 64 KiB.' : '';
}

/** Why files are too many for one level, which is made of as many as it has `endings`; "" if they are not. */
export function countDefect(files: File[], endings: string[]): string {
  if (files.length <= Math.max(endings.length, 1)) return '';
  return endings.length > 1 ? `A level is ${endings.length} files at most.` : 'A level is one file.';
}

/** Files in the order of the endings that a game gives its level's files; `easyA.txt` has the ending `_A.txt`, too. */
export function ordered(files: File[], endings: string[]): File[] {
  const place = (file: File) => endings.findIndex((ending) => file.name.endsWith(ending.replace(/^_/, '')));
  return [...files].sort((a, b) => place(a) - place(b));
}

/** The texts of a level's files as one text, with a line `---` between them. */
export function joined(texts: string[]): string {
  return texts.map((text) => text.replace(/\n?$/, '\n')).join('---\n');
}
