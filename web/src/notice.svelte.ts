/** A short sentence at the bottom of the page, gone after a while. */
export const notice = $state({ text: '', danger: false });
let timer = 0;

/** What the hall prepares, in sentences; shown beside everything else until it is ready. */
export const preparing = $state<{ texts: string[] }>({ texts: [] });

export function tell(text: string, danger = false): void {
  notice.text = text;
  notice.danger = danger;
  clearTimeout(timer);
  timer = setTimeout(() => (notice.text = ''), danger ? 8000 : 4000);
}

export function said(error: unknown): string {
  return sentence(error instanceof Error ? error.message : String(error));
}

/** A clause of the hall or of a game as a sentence on a page: a capital letter at its beginning, a full stop at its end. */
export function sentence(text: string): string {
  return text && text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?…:★]$/.test(text) ? '' : '.');
}
