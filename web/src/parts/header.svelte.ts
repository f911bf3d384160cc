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

/**
 * The dialog of how to play; `ruling` is the number of a ruling to open it at, and `said` that of the ruling behind
 * what is said now, where the key opens it: a pointer that goes to *Why?* leaves what it points at.
 */
export const rules = $state({ open: false, ruling: '', said: '' });

export function openRules(ruling = ''): void {
  Object.assign(rules, { open: true, ruling });
}

/** The title of the browser's tab, without what calls the visitor elsewhere; "" until the page on show has set it. */
export const tab = $state({ title: '' });

export function setHeader(values: Partial<typeof header>): void {
  Object.assign(header, EMPTY, values);
  tab.title = values.title ? `${values.title}${values.note ? ` · ${values.note}` : ''} · Gridhall` : 'Gridhall';
}
