/** The lobby: who looks for somebody to play with, and what calls this visitor. One connection, on every page. */
import { VERSION, type SeekCard, type ToServer } from '../generated/messages';
import { Line } from '../room/line.svelte';
import { go, route } from '../route.svelte';
import { keepKeys } from '../seats';
import { play as playSound } from '../sound';
import { errorText } from '../sentence';
import { notify } from '../toast.svelte';
import { isKnownVisitor, visitor } from '../visitor';

/** Something to come to: a partner who was found, or one's turn in a room. */
export interface Call {
  kind: 'paired' | 'turn';
  room: string;
  title: string;
}

class Lobby {
  people = $state(0);
  seeks = $state.raw<SeekCard[]>([]);
  calls = $state.raw<Call[]>([]);
  private line: Line | null = null;
  /** Whether the hall knows who this is; a guest is made only when somebody really wants to play. */
  private isKnown = false;
  private waiting: ToServer[] = [];

  get isLive(): boolean {
    return this.line?.link === 'live';
  }
  get mine(): SeekCard[] {
    return this.seeks.filter((seek) => seek.mine && !seek.challenge);
  }

  /** Be in the lobby from now on, also while other pages are looked at. */
  enter(): void {
    if (this.line) return;
    this.line = new Line({
      greeting: () => {
        this.isKnown = isKnownVisitor();
        return { type: 'lobby?', version: VERSION };
      },
      received: (message) => {
        if (message.type === 'lobby') this.take(message.people, message.seeks ?? []);
        else if (message.type === 'paired') {
          keepKeys(message.room, [{ seat: message.seat, secret: '' }]);
          this.paired(message.room, message.title);
        } else if (message.type === 'turn') this.call({ kind: 'turn', room: message.room, title: message.title });
        else if (message.type === 'error') notify(message.message, true);
      },
      lost: () => (this.seeks = []),
    });
    const { line } = this;
    if (isKnownVisitor())
      void visitor()
        .catch(() => undefined)
        .then(() => line.connect());
    else line.connect();
  }

  private take(people: number, seeks: SeekCard[]): void {
    this.line?.joined();
    this.people = people;
    this.seeks = seeks;
    for (const message of this.waiting.splice(0)) this.line?.send(message);
  }

  /** Ask for something; whoever is not known yet becomes a guest first. */
  async ask(message: ToServer): Promise<void> {
    try {
      await visitor();
    } catch (error) {
      notify(errorText(error), true);
      return;
    }
    this.enter();
    if (this.isKnown && this.isLive) this.line?.send(message);
    else {
      this.waiting.push(message);
      if (!this.isKnown) this.line?.connect();
    }
  }

  /** Somebody was found. Whoever is in the middle of something else is called, everybody else goes there at once. */
  private paired(room: string, title: string): void {
    if (route.now.page === 'hall' || route.now.page === 'game') {
      playSound('turn');
      go(`/r/${room}`);
    } else this.call({ kind: 'paired', room, title });
  }

  private call(call: Call): void {
    if (route.now.page === 'room' && route.now.id === call.room) return;
    this.calls = [...this.calls.filter((other) => other.room !== call.room), call];
    playSound('turn');
    const text = call.kind === 'turn' ? `Your turn: ${call.title}` : `A partner for ${call.title}`;
    if (document.hidden && 'Notification' in window && Notification.permission === 'granted')
      new Notification(text, { tag: call.room, body: 'Gridhall' }).onclick = () => {
        window.focus();
        this.answer(call);
      };
  }

  answer(call: Call): void {
    this.dismiss(call);
    go(`/r/${call.room}`);
  }
  dismiss(call: Call): void {
    this.calls = this.calls.filter((other) => other.room !== call.room);
  }
}

export const lobby = new Lobby();
