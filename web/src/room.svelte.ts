/** One room over one WebSocket: joins, shows what each of one's seats sees, sends acts once, and comes back by itself. */
import { forget, keep, keysOf, visitor } from './api';
import { VERSION, type ErrorMessage, type Frame, type Hinted, type Key, type Preview, type RoomMessage, type ToClient, type ToServer, type Update } from './generated/messages';
import type { Scene } from './scene';
import { Show } from './show.svelte';
import { play as sound } from './sound';

const PING = 2500;
const DEAD = 9000;

type Act = Extract<ToServer, { number: number }>;
type Unnumbered<T> = T extends unknown ? Omit<T, 'number'> : never;

/** What one seat sees; seat 0 watches. */
export class SeatView {
  readonly show = new Show();
  /** The newest scene, which the show may still be on its way to. */
  scene = $state.raw<Scene | null>(null);
  acting = $state.raw<number[]>([]);
  at = $state(-1);
  number = 0;
  /** Acts sent and not yet answered, oldest first. */
  waiting = $state.raw<Act[]>([]);
  /** Updates are held back while somebody else looks at the screen. */
  held = false;
  private later: Update[] = [];

  constructor(readonly seat: number) {}

  take(update: Update): void {
    let scene = this.scene;
    if (!scene) return;
    for (const step of update.steps) scene = { ...scene, ...step.changed } as Scene;
    this.scene = scene;
    this.at = update.at;
    this.acting = update.acting ?? [];
    if (this.held) this.later.push(update);
    else this.play(update);
  }

  private play(update: Update): void {
    if (update.undone) {
      this.show.finish();
      if (this.show.scene) this.show.set({ ...this.show.scene, ...Object.assign({}, ...update.steps.map((step) => step.changed)) } as Scene);
    } else this.show.add(update.steps, this.seat && update.at); // who watches began to count anywhere
  }

  /** Hide what comes from now on, until `reveal`. */
  hold(): void {
    this.show.finish();
    this.held = true;
  }

  reveal(): void {
    this.held = false;
    const updates = this.later;
    this.later = [];
    for (const update of updates) this.play(update);
  }
}

export type Link = 'connecting' | 'live' | 'lost' | 'gone' | 'old';

export class Hall {
  room = $state.raw<RoomMessage | null>(null);
  link = $state<Link>('connecting');
  /** Seconds until the next try. */
  retry = $state(0);
  /** How many updates came in while the line was cut; shown once. */
  missed = $state(0);
  views = $state.raw<SeatView[]>([]);
  error = $state.raw<ErrorMessage | null>(null);
  next = $state<{ room: string } | null>(null);
  heard = $state(0);

  private socket: WebSocket | null = null;
  private tries = 0;
  /** When the oldest ping without an answer was sent; a sleeping tab sends none. */
  private unanswered = 0;
  private pinger = 0;
  private retrier = 0;
  private asks = 0;
  private answers = new Map<number, (answer: unknown) => void>();
  private previews = new Map<string, Promise<Preview | null>>();
  private closed = false;
  private back = false;
  private token = '';
  private fresh = false;

  constructor(readonly id: string) {}

  view(seat: number): SeatView | undefined {
    return this.views.find((view) => view.seat === seat);
  }

  get seats(): number[] {
    return this.views.map((view) => view.seat).filter((seat) => seat > 0);
  }

  connect(): void {
    clearTimeout(this.retrier);
    clearInterval(this.pinger);
    this.socket?.close();
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
    this.socket = socket;
    this.unanswered = performance.now();
    socket.onopen = async () => {
      this.token ||= await visitor().then(
        (guest) => guest.token,
        () => '',
      );
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
    this.pinger = setInterval(() => {
      if (this.unanswered && performance.now() - this.unanswered > DEAD) {
        socket.onclose = null;
        socket.close();
        this.lost(0);
      } else if (socket.readyState === WebSocket.OPEN && this.link === 'live') {
        this.unanswered ||= performance.now();
        this.transmit({ type: 'ping' });
      }
    }, PING);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.retrier);
    clearInterval(this.pinger);
    this.socket?.close();
    for (const view of this.views) view.show.finish();
  }

  private lost(code: number): void {
    clearInterval(this.pinger);
    if (this.closed || this.link === 'gone' || this.link === 'old') return;
    if (code === 4404) {
      this.link = 'gone';
      return;
    }
    this.link = 'lost';
    this.back = true;
    for (const answer of this.answers.values()) answer(null);
    this.answers.clear();
    this.previews.clear();
    let wait = Math.min(15, [0.3, 1, 2, 4, 8, 15][Math.min(this.tries++, 5)]);
    const count = () => {
      this.retry = Math.ceil(wait);
      if (wait <= 0) this.connect();
      else {
        const part = Math.min(1, wait);
        wait -= part;
        this.retrier = setTimeout(count, part * 1000);
      }
    };
    count();
  }

  private transmit(message: ToServer): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private receive(message: ToClient): void {
    switch (message.type) {
      case 'joined': {
        const before = this.views;
        this.views = (message.seats.length ? message.seats : [0]).map((seat) => before.find((view) => view.seat === seat) ?? new SeatView(seat));
        message.seats.forEach((seat, i) => {
          const view = this.view(seat);
          if (!view) return;
          view.number = message.numbers[i] ?? 0;
          const again = view.waiting.filter((act) => act.number > view.number);
          view.waiting = again;
          for (const act of again) this.transmit(act);
          if (again.length) view.number = again[again.length - 1].number;
        });
        this.link = 'live';
        this.tries = 0;
        this.fresh = this.back;
        this.back = false;
        break;
      }
      case 'room':
        this.room = message;
        break;
      case 'whole': {
        const view = this.view(message.seat);
        if (!view) break;
        this.previews.clear();
        view.scene = message.scene;
        view.at = message.at;
        view.acting = message.acting ?? [];
        view.show.set(message.scene);
        if (message.said) view.show.recall(message.seat ? message.said : message.said.map(({ text }) => ({ at: 0, text })));
        break;
      }
      case 'update': {
        const view = this.view(message.seat);
        if (!view) break;
        this.previews.clear();
        if (message.number) view.waiting = view.waiting.filter((act) => act.number > message.number!);
        if (message.at !== view.at + 1 || !view.scene) {
          this.transmit({ type: 'whole?', seat: message.seat });
          break;
        }
        if (this.fresh && !message.number) this.missed++;
        const mine = view.acting.includes(view.seat);
        view.take(message);
        if (message.left && this.room) this.room = { ...this.room, left: message.left };
        this.heard++;
        if (!mine && view.acting.includes(view.seat) && view.seat > 0 && (this.room?.seats.length ?? 1) > 1) sound('turn');
        break;
      }
      case 'taken': {
        const view = this.view(message.seat);
        if (view) view.waiting = view.waiting.filter((act) => act.number > message.number);
        break;
      }
      case 'seated': {
        keep(this.id, [{ seat: message.seat, secret: message.secret }]);
        this.views = [...this.views.filter((view) => view.seat !== 0), new SeatView(message.seat)].sort((a, b) => a.seat - b.seat);
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
        keep(message.room, message.keys);
        this.next = { room: message.room };
        break;
      case 'pong':
        this.fresh = false;
        break;
      case 'error':
        this.refused(message);
        break;
    }
  }

  private refused(message: ErrorMessage): void {
    if (message.ask) {
      this.answer(message.ask, null);
      return;
    }
    if (message.code === 'no_room') this.link = 'gone';
    else if (message.code === 'old_client') this.link = 'old';
    else if (message.code === 'no_seat' && !message.number && message.seat) {
      forget(this.id, message.seat);
      this.connect();
    }
    const view = this.view(message.seat ?? 0);
    if (message.number && view) {
      view.waiting = view.waiting.filter((act) => act.number !== message.number);
      view.number = Math.min(view.number, message.number - 1);
      if (message.code === 'bad_number') {
        view.waiting = [];
        this.connect();
      }
    }
    this.error = message;
    sound('refuse');
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
    if (!view || view.waiting.length > 3) return;
    const whole = { ...act, number: ++view.number } as Act;
    view.waiting = [...view.waiting, whole];
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
