/** What the page on show puts into the header. */
import type { Snippet } from 'svelte';

export const header = $state<{ game: string; title: string; note: string; rules: boolean; share: string; extra: Snippet | null }>({ game: '', title: '', note: '', rules: false, share: '', extra: null });

export function setHeader(values: Partial<typeof header>): void {
  Object.assign(header, { game: '', title: '', note: '', rules: false, share: '', extra: null }, values);
  document.title = values.title ? `${values.title}${values.note ? ` · ${values.note}` : ''} · Gridhall` : 'Gridhall';
}
