/** One room and its seats: joins it, hands each message to whom it is for, and keeps what was not yet sent or shown. */
import {
  VERSION,
  type ErrorMessage,
  type Joined,
  type Key,
  type RoomMessage,
  type ToClient,
  type ToServer,
  type Update,
} from '../generated/messages';
import { forgetKey, keepKeys, keysOf } from '../seats';
import { play as playSound } from '../sound';
import { read, readByTab, write, writeByTab, type Act, type Chosen, type Stroke } from '../storage';
import { preparing } from '../toast.svelte';
import { visitor } from '../visitor';
import { Line } from './line.svelte';
import { Questions } from './questions';
import { placeOf, SeatView } from './seatview.svelte';

const MOST_ROOMS = 8; // whose unsent acts are kept

/** Who hears of what happens to the room as a whole. */
interface Listener {
  refused(error: ErrorMessage): void;
  /** The match goes on in another room: the rematch that both have agreed on. */
  moved(room: string): void;
  /** So many updates came in while the line was cut. */
  missed(count: number): void;
  /** A seat says one of the set greetings. */
  greeted(seat: number, what: string): void;
}

export class RoomConnection {
  room = $state.raw<RoomMessage | null>(null);
  views = $state.raw<SeatView[]>([]);
  error = $state.raw<ErrorMessage | null>(null);
  /** What was typed and cannot be played yet, oldest first. */
  typed = $state.raw<Stroke[]>([]);
  /** How far a choice of several steps has come. */
  chosen: Chosen | null = null;
  /** The seat whose view the screen had when the page was loaded again in the middle of a film. */
  readonly lastLooking: number = 0;

  /** By seat: the newest update of which the hall was told that it has been shown. */
  private seen: Record<number, number> = {};
  private readonly line: Line;
  readonly questions: Questions;
  private wasLost = false;
  /** Whether updates still come that happened while the line was cut. */
  private catchingUp = false;
  private missed = 0;
  /** What waited when the page was loaded again. */
  private beforeReload: { acts: Act[]; numbers: Record<string, number> } | null = null;

  constructor(
    readonly id: string,
    private readonly listener: Listener,
  ) {
    this.line = new Line({
      greeting: () => this.greeting(),
      received: (message) => this.receive(message),
      lost: () => this.lost(),
    });
    this.questions = new Questions((question) => {
      if (this.link === 'live') this.transmit(question);
      return this.link === 'live';
    });
    const unsent = readByTab('unsent')[id];
    if (unsent) {
      this.beforeReload = unsent;
      this.typed = unsent.typed;
      this.chosen = unsent.chosen;
    }
    const film = readByTab('film');
    if (film?.room === id) {
      this.views = film.views.map((unseen) => SeatView.resumed(unseen, this));
      this.lastLooking = film.looking;
    }
    writeByTab('film', null);
  }

  /** Keep what waits, so that it outlives the page. */
  keepUnsent(): void {
    const all = readByTab('unsent');
    delete all[this.id];
    const acts = this.views.flatMap((view) => view.waiting);
    if (acts.length || this.typed.length || this.chosen) {
      const numbers = Object.fromEntries(this.views.map((view) => [view.seat, view.place]));
      all[this.id] = { acts, numbers, typed: this.typed, chosen: this.chosen };
    }
    writeByTab('unsent', Object.fromEntries(Object.entries(all).slice(-MOST_ROOMS)));
  }

  /** Keep what has not been shown yet; `looking` is the seat whose view the screen has. */
  keepFilm(looking: number): void {
    const views = this.views.flatMap((view) => view.unseen() ?? []);
    writeByTab('film', views.length ? { room: this.id, looking, views } : null);
  }

  view(seat: number): SeatView | undefined {
    return this.views.find((view) => view.seat === seat);
  }

  get seats(): number[] {
    return this.views.map((view) => view.seat).filter((seat) => seat > 0);
  }

  get link() {
    return this.line.link;
  }
  /** Seconds until the next try to connect. */
  get retryIn(): number {
    return this.line.retryIn;
  }

  /** Come in, as somebody whom the hall knows: its cookie must be there before the line is opened. */
  connect(): void {
    void visitor()
      .catch(() => undefined)
      .then(() => this.line.connect());
  }

  private greeting(): ToServer {
    const keys: Key[] = keysOf(this.id).map(({ seat, secret }) => ({ seat, secret, at: this.view(seat)?.at ?? -1 }));
    if (!keys.length) keys.push({ seat: 0, at: this.view(0)?.at ?? -1 });
    return { type: 'join', version: VERSION, room: this.id, keys };
  }

  /** Tell the hall that a seat has been shown everything: clocks stand while a film runs. */
  tellSeen({ seat, at }: SeatView): void {
    if (!this.room?.clock || !seat || this.link !== 'live' || this.seen[seat] === at) return;
    this.seen[seat] = at;
    this.transmit({ type: 'seen', seat, at });
  }

  greet(seat: number, what: string): void {
    this.transmit({ type: 'greet', seat, what });
  }

  close(): void {
    this.line.close();
    preparing.texts = [];
    for (const view of this.views) view.playback.interrupt();
  }

  private lost(): void {
    this.wasLost = true;
    preparing.texts = [];
    this.questions.giveUp();
  }

  private transmit(message: ToServer): void {
    this.line.send(message);
  }

  private receive(message: ToClient): void {
    switch (message.type) {
      case 'joined':
        this.joined(message);
        break;
      case 'room':
        this.room = message;
        this.noteOthers();
        break;
      case 'whole': {
        const view = this.view(message.seat);
        if (!view) break;
        this.questions.forget();
        view.replace(message.scene, message.at, message.moves ?? 0, message.acting ?? []);
        if (message.seat || !view.playback.lines.length) view.playback.recall(message.said ?? []);
        break;
      }
      case 'update':
        this.updated(message);
        break;
      case 'taken':
        this.view(message.seat)?.answered(message.number);
        break;
      case 'seated': {
        keepKeys(this.id, [{ seat: message.seat, secret: message.secret }]);
        this.views = [...this.views.filter((view) => view.seat !== 0), new SeatView(message.seat, this)].sort(
          (a, b) => a.seat - b.seat,
        );
        break;
      }
      case 'preview':
        this.questions.answer(message.ask, message.preview);
        break;
      case 'timeline':
        this.questions.answer(message.ask, message.frames);
        break;
      case 'hint':
        this.questions.answer(message.ask, message);
        break;
      case 'rematch':
        keepKeys(message.room, message.keys);
        if (read('tried') === this.id) write('tried', message.room); // it is the editor's level again
        this.listener.moved(message.room);
        break;
      case 'greeted':
        this.listener.greeted(message.seat, message.what);
        break;
      case 'preparing':
        preparing.texts = message.texts ?? [];
        break;
      case 'pong':
        this.catchingUp = false;
        break;
      case 'error':
        this.refused(message);
        break;
    }
  }

  /** What is shown runs in step with others, if somebody else plays here or watches. */
  private noteOthers(): void {
    const { room, seats, views } = this;
    const others = room?.seats.some(({ seat, kind }) => kind === 'person' && !seats.includes(seat)) ?? false;
    for (const view of views) view.playback.isShared = others || (room?.watching ?? 0) > 0;
  }

  private joined(message: Joined): void {
    const before = this.views;
    this.views = (message.seats.length ? message.seats : [0]).map(
      (seat) => before.find((view) => view.seat === seat) ?? new SeatView(seat, this),
    );
    message.seats.forEach((seat, i) => this.sendAgain(this.view(seat)!, message.numbers[i] ?? 0));
    this.beforeReload = null;
    this.keepUnsent();
    this.line.joined();
    this.catchingUp = this.wasLost;
    this.missed = 0;
    this.wasLost = false;
  }

  /** Send again what a seat waits with; `number` is that of its last act that the hall has stored. */
  private sendAgain(view: SeatView, number: number): void {
    const before = this.beforeReload;
    if (before && placeOf(number) > (before.numbers[view.seat] ?? Infinity)) {
      this.typed = []; // somebody has gone on elsewhere
      this.chosen = null;
    }
    const acts = [...(before?.acts ?? []).filter((act) => act.seat === view.seat), ...view.waiting];
    view.sendAgain(acts, number);
  }

  private updated(message: Update): void {
    const view = this.view(message.seat);
    if (!view) return;
    this.questions.forget();
    if (message.number) view.answered(message.number);
    if (message.at !== view.at + 1 || !view.scene) {
      this.transmit({ type: 'whole?', seat: message.seat });
      return;
    }
    if (this.catchingUp && !message.number) this.listener.missed(++this.missed);
    const wasActing = view.acting.includes(view.seat);
    view.take(message);
    if (message.left && this.room) this.room = { ...this.room, left: message.left };
    const isTurn = !wasActing && view.acting.includes(view.seat) && view.seat > 0;
    if (isTurn && (this.room?.seats.length ?? 1) > 1) playSound('turn');
  }

  private refused(message: ErrorMessage): void {
    if (message.ask) {
      if (this.questions.refuse(message.ask)) this.listener.refused(message);
      return;
    }
    if (message.code === 'no_room') this.line.link = 'gone';
    else if (message.code === 'old_client') this.line.link = 'old';
    else if (message.code === 'no_seat' && !message.number && message.seat) {
      forgetKey(this.id, message.seat);
      this.connect();
    }
    const view = this.view(message.seat ?? 0);
    if (message.number && message.code === 'bad_number') {
      this.connect(); // to learn the numbers anew and send again what waits
      return;
    }
    if (message.number && message.code === 'too_fast') {
      this.line.connectAfter(1000); // likewise
      return;
    }
    if (message.number && message.code === 'overtaken') {
      if (!view?.overtaken(message.number)) return; // it has been told of the first of them
      this.transmit({ type: 'whole?', seat: view.seat });
    } else if (message.number) view?.forget(message.number);
    this.error = message;
    playSound('refuse');
    if (this.link !== 'gone') this.listener.refused(message);
  }

  drawDevice(): number {
    return crypto.getRandomValues(new Uint32Array(1))[0]! >>> 3; // 29 bits, as many as a number has room for
  }

  /** Send something; an act of a seat is sent by its view, which sees to it that it arrives. */
  send(message: Act | Extract<ToServer, { type: 'sit' | 'fill' | 'leave' | 'whole?' }>): void {
    this.error = null;
    this.transmit(message);
  }
}
