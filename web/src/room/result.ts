/** The result of a room's match, kept in this browser if it is worth keeping. */
import { gamePage } from '../api';
import type { Outcome, RoomMessage } from '../generated/messages';
import { keepResult } from '../results';

/** Keep what somebody who played alone has achieved: what has a place in the game's table, or a level that was won. */
export function keepOutcome(room: RoomMessage, id: string, outcome: Outcome): void {
  const counts = (room.result?.rank?.length ?? 0) > 0;
  if (!room.tally || !(counts || (outcome.won && room.level))) return;
  const { moves = 0, seconds = 0, undone = 0, facts = {} } = room.tally;
  const { title, lines = [], won = false, stars = -1 } = outcome;
  const { game, level = '', open = false, seed = '' } = room;
  const result = { room: id, level, title, lines, won, stars, counts, open, seed, moves, seconds, undone, facts };
  gamePage(game).then(
    (page) => keepResult(game, result, page.card.ranking ?? []),
    () => keepResult(game, result, []),
  );
}
