/** The rulings behind what a game says, for whoever asks why; as `numbers_behind` of the package's `guide.py`. */
import type { Reason } from '../generated/messages';

/** The numbers of the rulings behind a sentence, "MR55, MR59"; "" if there are none. */
export function rulingBehind(reasons: Reason[], text: string): string {
  const said = text.toLowerCase();
  const numbers = reasons.filter(({ says }) => said.includes(says)).flatMap(({ rule }) => rule.split(', '));
  return [...new Set(numbers)].join(', ');
}
