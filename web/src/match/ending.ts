/** How a match ended, in the words of whoever looks: the winner, the loser, or somebody who watches. */
import type { Outcome, Result, Tally } from '../generated/messages';
import { pointsText, timeText } from '../results';
import { ownerName } from '../scene';

export interface Ending {
  title: string;
  lines: string[];
  won: boolean;
  /** -1: the game gives none. */
  stars: number;
  /** How the stars become points that are summed over a ladder; "" if the game gives none. */
  points: string;
  /** How near a win comes to the proved best: perfect, near, or nothing. */
  mark: string;
}

/** `result` is the hall's, for an end that the rules do not know, as by a clock; `mine` are the looker's own seats. */
export function endingOf(
  outcome: Outcome | null | undefined,
  result: Result | null | undefined,
  mine: number[] = [],
  seats = 1,
  tally?: Tally | null,
): Ending | null {
  if (!outcome && !result) return null;
  const text = (result?.text ?? '').replace(/\bPlayer ([12])\b/g, (_, seat: string) => ownerName(Number(seat)));
  const winner = outcome?.winner || result?.winner || 0;
  const isOneOfTwo = seats > 1 && mine.length === 1 && winner > 0;
  const fallback = winner ? `${ownerName(winner)} wins` : result?.reason === 'draw' ? 'A draw' : text;
  const title = isOneOfTwo ? (mine[0] === winner ? 'You win' : 'You lose') : (outcome?.title ?? fallback);
  const said = !outcome && result?.reason !== 'rules' && text !== title ? [text] : [];
  const isSolved = seats < 2 && outcome?.won === true;
  const time = isSolved && tally?.seconds ? [`Time: ${timeText(tally.seconds)}.`] : [];
  const { points = 0, reckoning = '' } = outcome ?? {};
  return {
    title,
    lines: [...(tally?.praise ? [tally.praise] : []), ...(outcome?.lines ?? []), ...time, ...said],
    points: points ? [reckoning, pointsText(points)].filter(Boolean).join(' = ') : '',
    won: isOneOfTwo ? mine[0] === winner : (outcome?.won ?? false),
    stars: outcome?.stars ?? -1,
    mark: tally?.mark ?? '',
  };
}
