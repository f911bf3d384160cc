/** How the seats of a new room are filled. */
import type { GameCard, SeatWish } from '../generated/messages';

/** The machine that plays if nobody chooses another: the second level of play, or the only one. */
export function usualMachine(card: GameCard): string | undefined {
  const machines = card.levels_of_play ?? [];
  return machines[Math.min(1, machines.length - 1)]?.name;
}

/** The visitor on one seat, the machine on all others; no wishes for a game of one player or without a machine. */
export function againstMachine(card: GameCard, side = 1): SeatWish[] {
  const level = usualMachine(card);
  if (card.players === 1 || !level) return [];
  const seats = Array.from({ length: card.players }, (_, i) => i + 1);
  return seats.map((seat) => (seat === side ? { kind: 'me' } : { kind: 'machine', level }));
}
