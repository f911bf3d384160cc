/**
 * Whose view the screen shows. Where two players share a screen it is that of whoever is to act; if the game has
 * secrets, a curtain hides the board until they say they are there.
 */
import { untrack } from 'svelte';
import type { RoomConnection } from './connection.svelte';

export class Hotseat {
  /** The seat whose view this screen shows. */
  looking = $state(0);
  /** The seat in front of whose board the curtain is drawn; 0 if it is open. */
  behind = $state(0);

  /** Call this while a component is made. `onturn` hears of each change of seats. */
  constructor(
    private readonly connection: RoomConnection,
    private readonly onturn: () => void,
  ) {
    $effect(() => this.follow());
  }

  get isShared(): boolean {
    return this.connection.seats.length > 1;
  }

  /** Turn the screen to whoever is to act, as soon as nothing is being shown to somebody else. */
  private follow(): void {
    const { views, room } = this.connection;
    const wanting = views.find((view) => view.seat > 0 && view.acting.includes(view.seat));
    const current = views.find((view) => view.seat === this.looking);
    const isBusy = current?.playback.playing ?? false;
    const isDrawn = this.behind > 0;
    const isReady = views.every((view) => view.scene !== null);
    const isSecret = room?.secrets === true;
    const isOver = room?.state === 'over';
    untrack(() => {
      if (!views.length || !room || !isReady) return;
      if (!this.isShared) {
        this.looking = views[0].seat;
        if (views[0].held) views[0].reveal();
      } else if (!current) {
        this.turnTo(this.connection.lastLooking || (wanting?.seat ?? views[0].seat), isSecret && !isOver);
      } else if (isOver) {
        if (isDrawn) this.open();
      } else if (!isDrawn && !isBusy && !current.acting.includes(current.seat) && wanting && wanting !== current) {
        this.turnTo(wanting.seat, isSecret);
      }
    });
  }

  private turnTo(seat: number, curtain: boolean): void {
    this.onturn();
    for (const view of this.connection.views) if (view.seat !== seat) view.hold();
    this.looking = seat;
    const view = this.connection.view(seat);
    if (curtain) {
      view?.hold();
      this.behind = seat;
    } else view?.reveal();
  }

  /** Open the curtain. */
  open(): void {
    this.behind = 0;
    this.connection.view(this.looking)?.reveal();
  }
}
