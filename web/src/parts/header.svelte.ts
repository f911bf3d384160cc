/** What the page on show puts into the header. */
export const header = $state<{
  game: string;
  title: string;
  note: string;
  rules: boolean;
  share: string;
  seat: string;
}>({ game: '', title: '', note: '', rules: false, share: '', seat: '' });

export function setHeader(values: Partial<typeof header>): void {
  Object.assign(header, { game: '', title: '', note: '', rules: false, share: '', seat: '' }, values);
  document.title = values.title ? `${values.title}${values.note ? ` · ${values.note}` : ''} · Gridhall` : 'Gridhall';
}
