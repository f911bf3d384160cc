/** One seat of this screen: what it sees, and what it has done that the hall has not answered yet. Seat 0 watches. */
import { PLACES, type Scene, type Update } from '../generated/messages';
import { momentsOf, sceneAfter, type Moment } from '../moments';
import { Playback, type Rest } from '../playback.svelte';
import type { Choice } from '../scene';
import type { Act, Unseen } from '../storage';

const MOST_WAITING = 60; // acts on their way

/** An act as somebody does it, before it has its seat and number. */
type Doing<T> = T extends unknown ? Omit<T, 'seat' | 'number'> : never;

/** The place of an act, from 1, among all that its seat has done; the rest of its number is the device's own. */
export function placeOf(number: number): number {
  return number % PLACES;
}

/** What carries acts to the hall. */
interface Carrier {
  /** Draw a number that tells acts of this page from those of the seat's other devices. */
  drawDevice(): number;
  send(act: Act): void;
  /** Keep what waits for an answer, so that it outlives the page. */
  keepUnsent(): void;
}

/** An update with its moments, which waits until the seat may see it. */
interface Held {
  update: Update;
  moments: Moment[];
}

export class SeatView {
  /** Shows the way to `scene`, step by step. */
  readonly playback = new Playback();
  /** The newest scene, which the playback may still be on its way to. */
  scene = $state.raw<Scene | null>(null);
  acting = $state.raw<number[]>([]);
  /** The number of the newest update. */
  at = $state(-1);
  /** How many moves a replay would show now. */
  moves = $state(0);
  /** Changes whenever there is something else to choose between, or an own act has been answered. */
  position = $state(0);
  /** How often something was taken back. */
  takenBack = $state(0);
  /** The place of the seat's last act that is stored as far as this page knows, be it another device's. */
  private stored = 0;
  /** Acts sent and not yet answered, oldest first. */
  waiting = $state.raw<Act[]>([]);
  /** Whether updates are held back, because somebody else looks at the screen. */
  held = false;
  /** What was still to be shown when the seat was hidden. */
  private rest: Rest | null = null;
  private later: Held[] = [];
  private device: number;

  constructor(
    readonly seat: number,
    private readonly carrier: Carrier,
  ) {
    this.device = carrier.drawDevice();
  }

  /** The place of the seat's last act, stored or on its way. */
  get place(): number {
    return Math.max(this.stored, ...this.waiting.map((act) => placeOf(act.number)));
  }

  /** Play a choice. */
  play(choice: Choice): void {
    const then = choice.then?.length ? { then: choice.then } : {};
    this.act({ type: 'play', action: choice.action, ...then });
  }

  /** Do something: it is sent, again after a lost connection, and counts once. */
  act(doing: Doing<Act>): void {
    if (this.waiting.length >= MOST_WAITING) return;
    const number = this.device * PLACES + this.place + 1;
    const act = { ...doing, seat: this.seat, number } as Act;
    this.wait([...this.waiting, act]);
    this.carrier.send(act);
  }

  /** Take note of an act that is stored by now: this page's, or that of another device with the same seat. */
  answered(number: number): void {
    this.stored = Math.max(this.stored, placeOf(number));
    this.forget(number);
  }

  /** Wait no longer for an act: it is stored, or the hall has refused it. */
  forget(number: number): void {
    this.wait(this.waiting.filter((act) => act.number !== number));
  }

  /**
   * Forget all that waits: it was meant for a board on which another device has acted since. False if that is known
   * already, because this act was forgotten with the first of them.
   */
  overtaken(number: number): boolean {
    if (!this.waiting.some((act) => act.number === number)) return false;
    this.wait([]);
    this.device = this.carrier.drawDevice(); // the next acts have the places of those, and must not be taken for them
    return true;
  }

  /** Send `acts` again; `number` is that of the seat's last act that the hall has stored. */
  sendAgain(acts: Act[], number: number): void {
    this.stored = placeOf(number);
    let last = this.stored;
    this.waiting = acts.map((act) => {
      const place = placeOf(act.number);
      // At such a place something is stored: this act, or that of another device. The hall knows.
      if (place <= this.stored) return act;
      // Places must have no gap, and an act before this one may have been refused.
      return { ...act, number: act.number - place + ++last };
    });
    for (const act of this.waiting) this.carrier.send(act);
  }

  /** Let these acts wait for the hall's answer. */
  private wait(acts: Act[]): void {
    this.waiting = acts;
    this.carrier.keepUnsent();
  }

  /** Take an update: merge it into the scene, and show it unless the seat is hidden. */
  take(update: Update): void {
    if (!this.scene) return;
    const moments = momentsOf(this.scene, update.steps);
    this.scene = sceneAfter(this.scene, moments);
    this.at = update.at;
    this.moves = update.moves ?? 0;
    this.acting = update.acting ?? [];
    if (update.number || update.steps.some((step) => step.changed.choices)) this.position++;
    if (this.held) this.later.push({ update, moments });
    else this.show({ update, moments });
  }

  /** Take a whole scene instead of all that was known before. */
  replace(scene: Scene, at: number, moves: number, acting: number[]): void {
    if (JSON.stringify(this.scene?.choices) !== JSON.stringify(scene.choices)) this.position++;
    this.scene = scene;
    this.at = at;
    this.moves = moves;
    this.acting = acting;
    this.rest = null;
    this.later = [];
    this.playback.set(scene);
  }

  private show({ update, moments }: Held): void {
    if (update.undone) {
      this.takenBack++;
      this.playback.finish();
      const before = this.playback.scene;
      if (before) this.playback.set(sceneAfter(before, moments));
      this.playback.recall(update.said ?? []);
    } else this.playback.add(moments, update.moves);
  }

  /** Hide what comes from now on, until `reveal`. */
  hold(): void {
    if (this.playback.playing) this.rest = { ...this.playback.rest, due: 0 };
    this.playback.interrupt();
    this.held = true;
  }

  reveal(): void {
    this.held = false;
    const [rest, later] = [this.rest, this.later];
    this.rest = null;
    this.later = [];
    if (rest) this.playback.resume(rest);
    for (const held of later) this.show(held);
  }

  /** What this seat has not been shown yet, if there is any of it; scenes are left out, they are merged anew. */
  unseen(): Unseen | null {
    const { playing, scene: shown, lines } = this.playback;
    if (!shown || !(playing || this.rest || this.later.length)) return null;
    const { queue, tick, paused, due } = this.rest ?? this.playback.rest;
    const { seat, at, moves, acting } = this;
    const later = this.later.map(({ update }) => update);
    const kept = queue.map(({ step, several, at: move }) => ({ step, several, at: move }));
    return { seat, at, moves, acting, shown, queue: kept, tick, paused, due, later, lines };
  }

  /** Begin with what was not shown before the page was loaded again; it is shown when the seat is revealed. */
  static resumed(unseen: Unseen, carrier: Carrier): SeatView {
    const view = new SeatView(unseen.seat, carrier);
    view.at = unseen.at;
    view.moves = unseen.moves;
    view.acting = unseen.acting;
    view.held = true;
    const moments = momentsOf(
      unseen.shown,
      unseen.queue.map(({ step }) => step),
    );
    const queue = unseen.queue.map((queued, i) => ({ ...queued, ...moments[i] }));
    view.rest = { queue, tick: unseen.tick, paused: unseen.paused, due: unseen.due ?? 0 };
    view.scene = sceneAfter(unseen.shown, moments);
    for (const update of unseen.later) {
      const held = { update, moments: momentsOf(view.scene, update.steps) };
      view.scene = sceneAfter(view.scene, held.moments);
      view.later.push(held);
    }
    view.playback.set(unseen.shown);
    view.playback.lines = unseen.lines;
    return view;
  }
}
