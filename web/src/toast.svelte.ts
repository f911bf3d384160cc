/** Notices at the bottom of the page. */

/** A short sentence, gone after a while. */
export const toast = $state({ text: '', danger: false });
let timer = 0;

/** What the hall prepares, as clauses; shown until it is ready. */
export const preparing = $state<{ texts: string[] }>({ texts: [] });

export function notify(text: string, danger = false): void {
  toast.text = text;
  toast.danger = danger;
  clearTimeout(timer);
  timer = setTimeout(() => (toast.text = ''), danger ? 8000 : 4000);
}
