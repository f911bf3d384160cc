/** Levels as files: read, written, and handed over by the browser. */
const LARGEST = 65536; // bytes of a level

export function isJson(text: string): boolean {
  return text.trimStart().startsWith('{');
}

/** Let the browser save a level under its title. */
export function download(title: string, text: string): void {
  const link = document.createElement('a');
  const name = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  link.href = URL.createObjectURL(new Blob([text], { type: isJson(text) ? 'application/json' : 'text/plain' }));
  link.download = `${name || 'level'}.${isJson(text) ? 'json' : 'txt'}`;
  link.click();
  URL.revokeObjectURL(link.href);
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

/** Files in the order of the endings that a game gives its level's files. */
export function ordered(files: File[], endings: string[]): File[] {
  const place = (file: File) => endings.findIndex((ending) => file.name.endsWith(ending));
  return [...files].sort((a, b) => place(a) - place(b));
}

/** The texts of a level's files as one text, with a line `---` between them. */
export function joined(texts: string[]): string {
  return texts.map((text) => text.replace(/\n?$/, '\n')).join('---\n');
}
