/** A short sentence at the bottom of the page, gone after a while. */
export const notice = $state({ text: '', danger: false });
let timer = 0;

export function tell(text: string, danger = false): void {
  notice.text = text;
  notice.danger = danger;
  clearTimeout(timer);
  timer = setTimeout(() => (notice.text = ''), danger ? 8000 : 4000);
}

export function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
