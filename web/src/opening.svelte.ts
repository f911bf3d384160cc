/** The rooms that a page opens: one at a time, whatever is pressed meanwhile; what the hall refuses is told. */
import type { RoomMade } from './generated/messages';
import { staying } from './parts/staying';
import { go } from './route.svelte';
import { errorText } from './sentence';
import { notify } from './toast.svelte';

export class Opening {
  /** Whether a room is on its way. */
  busy = $state(false);
  /** Call the constructor while a component is made: once that is gone, nobody is sent to its room. */
  private readonly stay = staying();

  /** Go to the room that the hall makes. */
  async open(make: () => Promise<RoomMade>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      const { room } = await this.stay(make());
      go(`/r/${room}`);
    } catch (error) {
      notify(errorText(error), true);
    } finally {
      this.busy = false;
    }
  }
}
