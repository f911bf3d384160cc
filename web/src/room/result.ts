/** The result of a room's match, kept in this browser if it is worth keeping. */
import { gamePage } from '../api';
import type { Outcome, RoomMessage } from '../generated/messages';
import { keepResult } from '../results';

/**
 * Keep what somebody who played alone has achieved: what has a place in the game's table, or a level that was won; not
 * a line that was only tried.
 */
export function keepOutcome(room: RoomMessage, id: string, outcome: Outcome): void {
  if (room.branch) return;
  const counts = (room.result?.rank?.length ?? 0) > 0;
  if (!room.tally || !(counts || (outcome.won && room.level))) return;
  const { moves = 0, seconds = 0, undone = 0, facts = {}, mark = '' } = room.tally;
  const { title, lines = [], won = false, stars = -1, points = 0 } = outcome;
  const { game, level = '', open = false, seed = '' } = room;
  const what = { level, title, lines, won, stars, points, mark, counts, open, seed };
  const result = { room: id, ...what, moves, seconds, undone, facts };
  gamePage(game).then(
    (page) => keepResult(game, result, page.card.ranking ?? []),
    () => keepResult(game, result, []),
  );
}
