/** One room over one WebSocket: joins, keeps each seat's view up to date, sends acts once, and comes back by itself. */
import {
  VERSION,
  type ErrorMessage,
  type Frame,
  type Hinted,
  type Joined,
  type Key,
  type Preview,
  type RoomMessage,
  type ToClient,
  type ToServer,
  type Update,
} from '../generated/messages';
import { forgetKey, keepKeys, keysOf } from '../seats';
import { play as playSound } from '../sound';
import { read, readByTab, write, writeByTab, type Act, type Chosen, type Stroke } from '../storage';
import { visitor } from '../visitor';
import { SeatView } from './seatview.svelte';

const PING = 2500; // milliseconds between pings
const DEAD = 9000; // without an answer for so long, the line is cut
const RETRY_AFTER = [0.3, 1, 2, 4, 8, 15]; // seconds until the first, second … try to connect again
const MOST_WAITING = 60; // acts of a seat on their way
const MOST_ROOMS = 8; // whose unsent acts are kept

type Unnumbered<T> = T extends unknown ? Omit<T, 'number'> : never;

/** `gone`: the hall knows no such room. `old`: the hall is newer than this page, which must be loaded again. */
export type Link = 'connecting' | 'live' | 'lost' | 'gone' | 'old';

export class RoomConnection {
  room = $state.raw<RoomMessage | null>(null);
  link = $state<Link>('connecting');
  /** Seconds until the next try. */
  retryIn = $state(0);
  /** How many updates came in while the line was cut; shown once. */
  missed = $state(0);
  views = $state.raw<SeatView[]>([]);
  error = $state.raw<ErrorMessage | null>(null);
  /** The room of the rematch that both have agreed on. */
  next = $state<{ room: string } | null>(null);
  /** What the hall prepares so that it becomes fast, in sentences. */
  preparing = $state.raw<string[]>([]);
  /** What was typed and cannot be played yet, oldest first. */
  typed = $state.raw<Stroke[]>([]);
  /** How far a choice of several steps has come. */
  chosen: Chosen | null = null;
  /** The seat whose view the screen had when the page was loaded again in the middle of a film. */
  readonly lastLooking: number = 0;

  private socket: WebSocket | null = null;
  private tries = 0;
  /** When the oldest ping without an answer was sent; a sleeping tab sends none. */
  private unanswered = 0;
  private pingTimer = 0;
  private retryTimer = 0;
  private asks = 0;
  private answers = new Map<number, (answer: unknown) => void>();
  private previews = new Map<string, Promise<Preview | null>>();
  private closed = false;
  private wasLost = false;
  private token = '';
  /** Whether updates still come that happened while the line was cut. */
  private catchingUp = false;
  /** What waited when the page was loaded again. */
  private beforeReload: { acts: Act[]; numbers: Record<string, number> } | null = null;

  constructor(readonly id: string) {
    const unsent = readByTab('unsent')[id];
    if (unsent) {
      this.beforeReload = unsent;
      this.typed = unsent.typed;
      this.chosen = unsent.chosen;
    }
    const film = readByTab('film');
    if (film?.room === id) {
      this.views = film.views.map((unseen) => SeatView.resumed(unseen));
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
      const numbers = Object.fromEntries(this.views.map((view) => [view.seat, view.number]));
      all[this.id] = { acts, numbers, typed: this.typed, chosen: this.chosen };
    }
    writeByTab('unsent', Object.fromEntries(Object.entries(all).slice(-MOST_ROOMS)));
  }

  /** Keep what has not been shown yet; `looking` is the seat whose view the screen has. */
  keepFilm(looking: number): void {
    const views = this.views.flatMap((view) => view.unseen() ?? []);
    writeByTab('film', views.length ? { room: this.id, looking, views } : null);
  }

  /** Forget acts that are stored by now: this page's, or that of another device with the same seat. */
  private answered(view: SeatView, number: number): void {
    view.number = Math.max(view.number, number);
    this.wait(
      view,
      view.waiting.filter((act) => act.number > number),
    );
  }

  /** Let these acts of a seat wait for the hall's answer. */
  private wait(view: SeatView, acts: Act[]): void {
    view.waiting = acts;
    this.keepUnsent();
  }

  view(seat: number): SeatView | undefined {
    return this.views.find((view) => view.seat === seat);
  }

  get seats(): number[] {
    return this.views.map((view) => view.seat).filter((seat) => seat > 0);
  }

  connect(): void {
    clearTimeout(this.retryTimer);
    clearInterval(this.pingTimer);
    this.hangUp();
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
    this.socket = socket;
    this.unanswered = performance.now();
    socket.onopen = async () => {
      this.token ||= await visitor().then(
        (guest) => guest.token,
        () => '',
      );
      if (socket !== this.socket) return;
      const keys: Key[] = keysOf(this.id).map(({ seat, secret }) => ({ seat, secret, at: this.view(seat)?.at ?? -1 }));
      if (!keys.length) keys.push({ seat: 0, at: this.view(0)?.at ?? -1 });
      this.transmit({ type: 'join', version: VERSION, room: this.id, keys, token: this.token });
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      this.unanswered = 0;
      this.receive(JSON.parse(event.data as string) as ToClient);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.lost(event.code);
    };
    this.pingTimer = setInterval(() => {
      if (this.unanswered && performance.now() - this.unanswered > DEAD) {
        socket.onclose = null;
        this.hangUp();
        this.lost(0);
      } else if (socket.readyState === WebSocket.OPEN && this.link === 'live') {
        this.unanswered ||= performance.now();
        this.transmit({ type: 'ping' });
      }
    }, PING);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.retryTimer);
    clearInterval(this.pingTimer);
    this.hangUp();
    for (const view of this.views) view.playback.interrupt();
  }

  /** Close the connection; one that is being made is closed when it is there, because browsers complain otherwise. */
  private hangUp(): void {
    const socket = this.socket;
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket?.close();
  }

  private lost(code: number): void {
    clearInterval(this.pingTimer);
    if (this.closed || this.link === 'gone' || this.link === 'old') return;
    if (code === 4404) {
      this.link = 'gone';
      return;
    }
    this.link = 'lost';
    this.wasLost = true;
    this.preparing = [];
    for (const answer of this.answers.values()) answer(null);
    this.answers.clear();
    this.previews.clear();
    let wait = RETRY_AFTER[Math.min(this.tries++, RETRY_AFTER.length - 1)];
    const count = () => {
      this.retryIn = Math.ceil(wait);
      if (wait <= 0) this.connect();
      else {
        const part = Math.min(1, wait);
        wait -= part;
        this.retryTimer = setTimeout(count, part * 1000);
      }
    };
    count();
  }

  private transmit(message: ToServer): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private receive(message: ToClient): void {
    switch (message.type) {
      case 'joined':
        this.joined(message);
        break;
      case 'room':
        this.room = message;
        break;
      case 'whole': {
        const view = this.view(message.seat);
        if (!view) break;
        this.previews.clear();
        view.replace(message.scene, message.at, message.moves ?? 0, message.acting ?? []);
        if (message.seat || !view.playback.lines.length) view.playback.recall(message.said ?? []);
        break;
      }
      case 'update':
        this.updated(message);
        break;
      case 'taken': {
        const view = this.view(message.seat);
        if (view) this.answered(view, message.number);
        break;
      }
      case 'seated': {
        keepKeys(this.id, [{ seat: message.seat, secret: message.secret }]);
        this.views = [...this.views.filter((view) => view.seat !== 0), new SeatView(message.seat)].sort(
          (a, b) => a.seat - b.seat,
        );
        break;
      }
      case 'preview':
        this.answer(message.ask, message.preview);
        break;
      case 'timeline':
        this.answer(message.ask, message.frames);
        break;
      case 'hint':
        this.answer(message.ask, message);
        break;
      case 'rematch':
        keepKeys(message.room, message.keys);
        if (read('tried') === this.id) write('tried', message.room); // it is the editor's level again
        this.next = { room: message.room };
        break;
      case 'preparing':
        this.preparing = message.texts ?? [];
        break;
      case 'pong':
        this.catchingUp = false;
        break;
      case 'error':
        this.refused(message);
        break;
    }
  }

  private joined(message: Joined): void {
    const before = this.views;
    this.views = (message.seats.length ? message.seats : [0]).map(
      (seat) => before.find((view) => view.seat === seat) ?? new SeatView(seat),
    );
    message.seats.forEach((seat, i) => this.sendAgain(this.view(seat)!, message.numbers[i] ?? 0));
    this.beforeReload = null;
    this.keepUnsent();
    this.link = 'live';
    this.tries = 0;
    this.catchingUp = this.wasLost;
    this.wasLost = false;
  }

  /** Send again what a seat waits with; `number` is that of its last act that the hall has stored. */
  private sendAgain(view: SeatView, number: number): void {
    const before = this.beforeReload;
    if (before && number > (before.numbers[view.seat] ?? number)) {
      this.typed = []; // somebody has gone on elsewhere
      this.chosen = null;
    }
    const acts = [...(before?.acts ?? []).filter((act) => act.seat === view.seat), ...view.waiting];
    const unstored = acts.filter((act) => act.number > number);
    view.number = number;
    // Numbers must have no gap, and an act before these may have been refused.
    view.waiting = unstored.map((act) => ({ ...act, number: ++view.number }));
    for (const act of view.waiting) this.transmit(act);
  }

  private updated(message: Update): void {
    const view = this.view(message.seat);
    if (!view) return;
    this.previews.clear();
    if (message.number) this.answered(view, message.number);
    if (message.at !== view.at + 1 || !view.scene) {
      this.transmit({ type: 'whole?', seat: message.seat });
      return;
    }
    if (this.catchingUp && !message.number) this.missed++;
    const wasActing = view.acting.includes(view.seat);
    view.take(message);
    if (message.left && this.room) this.room = { ...this.room, left: message.left };
    const isTurn = !wasActing && view.acting.includes(view.seat) && view.seat > 0;
    if (isTurn && (this.room?.seats.length ?? 1) > 1) playSound('turn');
  }

  private refused(message: ErrorMessage): void {
    if (message.ask) {
      this.answer(message.ask, null);
      return;
    }
    if (message.code === 'no_room') this.link = 'gone';
    else if (message.code === 'old_client') this.link = 'old';
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
      this.retryTimer = setTimeout(() => this.connect(), 1000); // likewise
      return;
    }
    if (message.number && view) {
      this.wait(
        view,
        view.waiting.filter((act) => act.number !== message.number),
      );
      if (!view.waiting.length) view.number = message.number - 1;
    }
    this.error = message;
    playSound('refuse');
  }

  private answer(ask: number, answer: unknown): void {
    this.answers.get(ask)?.(answer);
    this.answers.delete(ask);
  }

  private ask<T>(make: (ask: number) => ToServer): Promise<T | null> {
    if (this.link !== 'live') return Promise.resolve(null);
    const ask = ++this.asks;
    return new Promise((resolve) => {
      this.answers.set(ask, resolve as (answer: unknown) => void);
      this.transmit(make(ask));
    });
  }

  /** Send an act of a seat; it is sent again after a lost connection, and counts once. */
  act(act: Unnumbered<Act>): void {
    const view = this.view(act.seat);
    if (!view || view.waiting.length >= MOST_WAITING) return;
    const whole = { ...act, number: ++view.number } as Act;
    this.wait(view, [...view.waiting, whole]);
    this.error = null;
    this.transmit(whole);
  }

  send(message: Extract<ToServer, { type: 'sit' | 'fill' | 'leave' | 'whole?' }>): void {
    this.error = null;
    this.transmit(message);
  }

  /** What a choice would do; asked once a scene. */
  preview(seat: number, action: number, then: number[] = []): Promise<Preview | null> {
    const key = `${seat}/${this.view(seat)?.at}/${[action, ...then].join()}`;
    let promise = this.previews.get(key);
    if (!promise) {
      promise = this.ask<Preview>((ask) => ({ type: 'preview?', seat, ask, action, ...(then.length ? { then } : {}) }));
      this.previews.set(key, promise);
    }
    return promise;
  }

  frames(seat: number): Promise<Frame[] | null> {
    return this.ask((ask) => ({ type: 'timeline?', seat, ask }));
  }

  hint(seat: number): Promise<Hinted | null> {
    return this.ask((ask) => ({ type: 'hint?', seat, ask }));
  }
}
