/**
 * A clause of the hall or of a game as a sentence on a page: a capital letter at its beginning, a full stop at its
 * end.
 */
export function sentence(text: string): string {
  return text && text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?…:★]$/.test(text) ? '' : '.');
}

/** A level's message without what it says about keys and typed words: a page shows what can be done, and how. */
export function withoutTyping(message: string): string {
  return message.replace(/(: the arrow keys)?,? or the word "[^"]*"/, '');
}

/** What an error says, as a sentence. */
export function errorText(error: unknown): string {
  return sentence(error instanceof Error ? error.message : String(error));
}

/** "1 move", "1,234 moves". */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
