/** The ratings of those who sit in a rated match: asked for when it begins, and again when it has changed them. */
import { ratingsOfRoom } from '../api';
import type { SeatRating } from '../generated/messages';
import { Newest } from '../parts/newest';

/** A rating as people say it: a question mark for one that is still uncertain. */
export const ratingText = ({ rating, provisional }: SeatRating): string => `${rating}${provisional ? '?' : ''}`;

export class Ratings {
  bySeat = $state.raw<Record<number, SeatRating>>({});
  private isFinal = $state(false);
  private readonly newest = new Newest();

  /** Ask the hall; without an answer nothing is shown. */
  async ask(room: string, isOver: boolean): Promise<void> {
    const known = await this.newest.of(ratingsOfRoom(room).catch(() => []));
    this.bySeat = Object.fromEntries(known.map((rating) => [rating.seat, rating]));
    this.isFinal = isOver;
  }

  /** What is thought of who sits there. While a film runs it is what it was: what it is now would tell the end. */
  of(seat: number, isFilm: boolean): SeatRating | undefined {
    const rating = this.bySeat[seat];
    return isFilm && rating?.before ? { ...rating, rating: rating.before } : rating;
  }

  /** What a match that is over has changed for a seat: "Rating 1500 → 1662?"; "" if it has changed nothing. */
  change(seat: number): string {
    const rating = this.bySeat[seat];
    if (!this.isFinal) return 'Rating …'; // the line is there at once: nothing moves when the answer comes
    return rating?.before ? `Rating ${rating.before} → ${ratingText(rating)}` : '';
  }
}
