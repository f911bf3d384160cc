/** A room as its page shows it: whose view is shown, what it shows, and what may be done now. */
import { gamePage, replayOf, valuesOf } from '../api';
import type { GameCard, Reason, Scene } from '../generated/messages';
import { Opening } from '../opening.svelte';
import { staying } from '../parts/staying';
import { Replayer } from '../replay.svelte';
import { go } from '../route.svelte';
import { keysFor } from '../keys';
import { ownerName, type Choice } from '../scene';
import { endingOf } from '../match/ending';
import { MatchValues } from '../match/values.svelte';
import { keysOf } from '../seats';
import { errorText } from '../sentence';
import { read, type Chosen, type Stroke } from '../storage';
import { loadTheme } from '../theme.svelte';
import { notify } from '../toast.svelte';
import { openBranch, openRoom } from '../visitor';
import { RoomConnection } from './connection.svelte';
import { followRoom } from './following.svelte';
import { GREETINGS } from './greetings';
import { Hints } from './hints.svelte';
import { Hotseat } from './hotseat.svelte';
import { LookBack } from './lookback.svelte';
import { Ratings } from './ratings.svelte';
import type { SeatView } from './seatview.svelte';

const NEWEST = 1e8; // a ply beyond the end: the hall answers with the last scene

export class RoomSession {
  readonly stay = staying();
  private readonly opening = new Opening();
  readonly connection: RoomConnection;
  readonly hotseat: Hotseat;
  readonly lookBack: LookBack;
  readonly hints: Hints;
  readonly ratings = new Ratings();
  /** Whether the match is played on the level of this browser's editor. */
  readonly isOwnLevel: boolean;
  card = $state.raw<GameCard | null>(null);
  /** The rulings behind sentences of the game, for whoever asks why. */
  reasons = $state.raw<Reason[]>([]);
  levels = $state.raw<{ name: string; title: string }[]>([]);
  /** Whether all is there that is drawn at first: nothing moves away when the rest comes. */
  isLoaded = $state(false);
  /** Shows that the hall has refused something; the page shows it at its board. */
  refuse: (text: string, ruling?: string) => void = (text) => notify(text, true);
  /** The last scene without fog, known after the end. */
  private uncovered = $state.raw<Scene | null>(null);

  /** Call this while a component is made. */
  constructor(readonly id: string) {
    this.connection = new RoomConnection(id, {
      refused: ({ message, rule }) => this.refuse(message, rule),
      moved: (room) => go(`/r/${room}`),
      greeted: (seat, what) => {
        const who = this.mine.includes(seat) ? 'You' : this.room?.seats[seat - 1]?.name || ownerName(seat);
        notify(`${who}: ${GREETINGS[what] ?? what}`);
      },
      missed: (count) => notify(`Back. ${count} ${count === 1 ? 'move' : 'moves'} came in.`),
    });
    this.isOwnLevel = read('tried') === id;
    this.lookBack = new LookBack(
      () => this.beginLookBack(),
      () => this.isOver,
      new MatchValues((signal, onvalued) => valuesOf(id, this.secret, signal, onvalued)),
    );
    this.hotseat = new Hotseat(this.connection, () => {
      this.lookBack.close();
      this.hints.hint = null;
    });
    this.hints = new Hints(this);
    followRoom(this);
  }

  get room() {
    return this.connection.room;
  }
  get game(): string {
    return this.room?.game ?? '';
  }
  get isOver(): boolean {
    return this.room?.state === 'over';
  }
  get isDuel(): boolean {
    return (this.room?.seats.length ?? 1) > 1;
  }
  /** The seats that this browser holds. */
  readonly mine = $derived.by(() => this.connection.seats);
  /** Whether somebody else sits here, who can be asked. */
  get hasOthers(): boolean {
    return (this.room?.seats ?? []).some((seat) => seat.kind === 'person' && !this.mine.includes(seat.seat));
  }
  /** Whether advice is the odds of each choice. */
  get weighs(): boolean {
    return !this.room?.puzzle && !this.isDuel;
  }

  readonly view = $derived.by<SeatView | undefined>(() => {
    const { views } = this.connection;
    return views.find((view) => view.seat === this.hotseat.looking) ?? views[0];
  });
  /** The scene of the match itself, which looking back does not change. */
  get live(): Scene | null {
    return this.view?.playback.scene ?? null;
  }
  get outcome() {
    return this.live?.outcome;
  }
  /** How it ended, as whoever looks at this screen would say it; null before the end. */
  readonly ending = $derived.by(() => {
    const { room, outcome } = this;
    return this.isOver || outcome ? endingOf(outcome, room?.result, this.mine, room?.seats.length, room?.tally) : null;
  });
  /** The scene that is drawn. */
  readonly scene = $derived.by<Scene | null>(() => {
    const { live, uncovered, view } = this;
    const past = this.lookBack.shown;
    const isFar = view?.scene?.turned === true; // a replay is made for everybody; it is watched from one's own seat
    if (past) return past.playback.scene && isFar ? { ...past.playback.scene, turned: true } : past.playback.scene;
    if (!uncovered || !live || !this.isOver || view?.playback.playing) return live;
    return { ...uncovered, outcome: live.outcome, meters: live.meters };
  });
  get acting(): number[] {
    return this.view?.acting ?? [];
  }
  /** How many moves can be looked back at; 1 for a watcher who is not told because of secrets, until a replay knows. */
  get moves(): number {
    return this.room?.tally?.plies ?? (this.view?.moves || (this.view?.seat === 0 ? 1 : 0));
  }

  private readonly playing = $derived.by(() => {
    const isLive = this.connection.link !== 'gone' && !this.lookBack.shown && this.room?.state === 'playing';
    return isLive && (this.view?.seat ?? 0) > 0;
  });
  /** While a film runs there is nothing to choose; while pieces just move, the choices are already those to come. */
  get film(): boolean {
    return this.view?.playback.film ?? false;
  }
  /** Whether the match is over and has been seen to end: nothing tells it while the film that leads there runs. */
  get isSeenOver(): boolean {
    return this.isOver && !this.film;
  }
  /** Whether it is the turn of the seat that looks, also while a film of the turn before still runs. */
  readonly isToMove = $derived.by(() => this.playing && !!this.view && this.acting.includes(this.view.seat));
  /** Whether the seat that looks may act now. */
  readonly active = $derived.by(() => {
    return this.isToMove && !this.view?.waiting.length && !this.film;
  });
  /** Not now, but soon: an act is on its way, a film ends, or the turn goes to another seat of this screen. */
  readonly pending = $derived.by(() => {
    const { view, connection } = this;
    if (!this.playing || this.active || !view) return false;
    const isNext = this.film && this.isToMove;
    const isOpen = this.hotseat.isShared && !this.room?.secrets;
    const passes = isOpen && connection.views.some((other) => other.acting.includes(other.seat));
    return view.waiting.length > 0 || isNext || passes;
  });
  /** Changes whenever there is something new to choose. */
  get position(): string | undefined {
    return this.view && !this.lookBack.shown ? `${this.view.seat}/${this.view.position}` : undefined;
  }

  /** The number of this level on its game's ladder, from 0; -1 if it is on none. */
  get rung(): number {
    return this.levels.findIndex((level) => level.name === this.room?.level);
  }
  get nextLevel(): { name: string; title: string } | undefined {
    return this.rung >= 0 ? this.levels[this.rung + 1] : undefined;
  }
  get address(): string {
    return `${location.origin}/r/${this.id}`;
  }
  get replayAddress(): string {
    return `${location.origin}/m/${this.id}`;
  }
  /** A link that opens the seats held here, if their secrets are known to this browser. */
  get seatLink(): string {
    const keys = keysOf(this.id).filter((key) => key.secret && this.mine.includes(key.seat));
    const secrets = keys.map((key) => `${key.seat}.${key.secret}`).join(',');
    return keys.length && keys.length === this.mine.length ? `${this.address}#${secrets}` : '';
  }

  /** What proves that the seat that looks is this browser's. */
  private get secret(): string {
    return keysOf(this.id).find((key) => key.seat === this.view?.seat)?.secret ?? '';
  }

  /** The choice that is this action alone. */
  choiceOf(action: number | undefined): Choice | undefined {
    return this.view?.scene?.choices?.find((choice) => choice.action === action && !choice.then?.length);
  }

  /** Play one action after the other, as those that enter a plan; what is planned already may have to go first. */
  enter(actions: number[]): void {
    for (const action of actions) this.view?.act({ type: 'play', action });
  }

  get canUndo(): boolean {
    return (this.view?.moves ?? 0) > (this.room?.branch?.ply ?? 0);
  }
  /** Take back some moves; 0 means all. */
  undo(count = 1): void {
    if (!this.view || !this.room?.undo || !this.canUndo || this.isDuel) return;
    this.view.playback.finish();
    this.view.act({ type: 'undo', count });
  }

  hasOffered(what: string): boolean {
    return (this.room?.offers ?? []).some((offer) => offer.what === what && this.mine.includes(offer.seat));
  }
  offer(what: string): void {
    this.view?.act({ type: 'offer', what });
  }
  answer(what: string, yes: boolean): void {
    this.view?.act({ type: 'answer', what, yes });
  }
  greet(what: string): void {
    if (what && this.view) this.connection.greet(this.view.seat, what);
  }
  resign(): void {
    this.view?.act({ type: 'resign' });
  }

  async playLevel(level: string): Promise<void> {
    if (!this.room) return;
    const { game } = this.room;
    await this.opening.open(() => openRoom({ game, level }));
  }
  /** Go on from the move that is looked back at: where moves can be taken back, else in a room of its own. */
  async goOnFrom(ply: number): Promise<void> {
    if (this.room?.undo && !this.isDuel && !this.isOver) {
      this.undo(this.moves - ply);
      return;
    }
    const seat = this.isDuel ? (this.view?.seat ?? 0) : 0;
    await this.opening.open(() => openBranch({ room: this.id }, ply, seat));
  }
  /** Another match of the same level, also if it is the visitor's own: the hall makes its room. */
  playAgain(): void {
    if (this.room?.next) go(`/r/${this.room.next}`);
    else this.offer('rematch');
  }

  /** Keep what was typed too early; it is played as soon as it can be. */
  retype(typed: Stroke[]): void {
    this.connection.typed = typed;
    this.connection.keepUnsent();
  }
  /** Keep how far a choice of several steps has come. */
  rechoose(chosen: Chosen | null): void {
    if (!chosen && !this.connection.chosen) return;
    this.connection.chosen = chosen;
    this.connection.keepUnsent();
  }

  /** Fetch the game's page and drawings; what cannot be had is done without. */
  async loadGame(): Promise<void> {
    const { game } = this;
    const [page, theme] = await this.stay(Promise.allSettled([gamePage(game), loadTheme(game)]));
    if (page.status === 'fulfilled') {
      this.card = page.value.card;
      this.levels = page.value.levels ?? [];
      this.reasons = page.value.reasons ?? [];
    }
    if (theme.status === 'rejected') notify(errorText(theme.reason), true);
    this.isLoaded = true;
  }

  /** After the end the fog is gone. */
  async uncover(): Promise<void> {
    if (this.uncovered) return;
    this.uncovered = (await this.stay(replayOf(this.id, NEWEST, NEWEST))).first;
  }

  private async beginLookBack(): Promise<Replayer | null> {
    const { view, room, id, secret } = this;
    if (!view || !room) return null;
    view.playback.finish();
    const as = this.isDuel && !(room.secrets && !this.isOver) ? 0 : view.seat;
    const replayer = new Replayer((from, to) => replayOf(id, from, to, as, secret));
    await this.stay(replayer.seek(Infinity));
    return replayer;
  }

  /** Tell a watcher what was said before they came, or anew when something was taken back. */
  async recall(watcher: SeatView): Promise<void> {
    for (let tries = 0; tries < 3; tries++) {
      const at = watcher.at;
      try {
        const { plies } = await this.stay(replayOf(this.id, NEWEST, NEWEST));
        const before = await this.stay(replayOf(this.id, Math.max(0, plies - 20), plies));
        if (watcher.at !== at) continue; // something happened meanwhile
        const label = (ply: number) => (watcher.moves ? ply : 0);
        const said = before.shown.flatMap(({ ply, steps }) => steps.map(({ text = '' }) => ({ at: label(ply), text })));
        watcher.playback.recall(said);
      } catch {
        // The log then begins now.
      }
      return;
    }
  }

  /** Do what a key means on this page; false if it means nothing. */
  press(key: string): boolean {
    const { room } = this;
    const means = (name: string) => keysFor(name, this.view?.scene).includes(key);
    if (means('undo') && room?.undo) this.undo();
    else if (means('restart') && room?.undo) this.undo(0);
    else if (means('restart') && this.isOver && !this.isDuel) this.playAgain();
    else if (means('hint') && room?.hints) void this.hints.ask();
    else if (means('back') && !this.hotseat.isShared) void this.lookBack.step(-1);
    else if (this.lookBack.press(key)) return true;
    else if (key === 'Enter' && this.isOver && this.nextLevel && this.outcome?.won && !this.isDuel)
      void this.playLevel(this.nextLevel.name);
    else return false;
    return true;
  }
}
