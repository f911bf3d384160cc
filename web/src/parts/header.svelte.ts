/** What the page on show puts into the header. */
const EMPTY = {
  game: '',
  title: '',
  note: '',
  /** Whether the rules of the game can be opened. */
  rules: false,
  /** The link that is shared, and the one that opens the visitor's own seat. */
  share: '',
  seat: '',
};
export const header = $state({ ...EMPTY });

export function setHeader(values: Partial<typeof header>): void {
  Object.assign(header, EMPTY, values);
  document.title = values.title ? `${values.title}${values.note ? ` · ${values.note}` : ''} · Gridhall` : 'Gridhall';
}
