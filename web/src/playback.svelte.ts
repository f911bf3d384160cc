/** Shows moments one after the other: a queue that plays itself and is finished at once by any new input. */
import type { Said, Scene, Step } from './generated/messages';
import type { Moment } from './moments';
import { sentence } from './sentence';
import { settings } from './settings.svelte';
import { play as playSound } from './sound';
import type { Queued } from './storage';

/** A moment that waits to be shown. */
export type Upcoming = Queued & Moment;

/**
 * How long a moment stays: a tick of a timeline is slow enough to be watched, other steps just long enough to be
 * followed.
 */
function stepTime(scene: Scene, step: Step, several: boolean, speed: number): number {
  if (several && scene.timeline && !scene.timeline.editable && step.changed.pieces) return 3000 / speed;
  return (step.text ? 260 : 150) / Math.min(speed, 2);
}

/** What is still to be shown when a playback is interrupted. */
export interface Rest {
  queue: Upcoming[];
  tick: number;
  paused: boolean;
  /** When the moment that is shown ends, in milliseconds since 1970; 0: it has its whole time again. */
  due: number;
}

export class Playback {
  scene = $state.raw<Scene | null>(null);
  /** What was said last. */
  text = $state('');
  playing = $state(false);
  paused = $state(false);
  /** Length of the current step if it is a slow one, for the pieces' travel. */
  tick = $state(0);
  /** How many moments are still to come. */
  left = $state(0);
  /** What was said so far, with the number of the move it was said of. */
  lines = $state.raw<{ at: string; text: string }[]>([]);
  /** Whether a film is shown, that is, steps slow enough to be watched. */
  readonly film = $derived(this.playing && this.tick > 0);
  /** Whether others watch the same: then it runs at one speed for all, and all see the same moment at the same time. */
  isShared = false;
  private queue: Upcoming[] = [];
  private timer = 0;
  /** When the moment that is shown ends. Each begins when the one before was due, however late its timer came. */
  private due = 0;

  /** Show a scene at once and drop what was to come. */
  set(scene: Scene): void {
    clearTimeout(this.timer);
    this.queue = [];
    this.scene = scene;
    this.text = '';
    this.playing = this.paused = false;
    this.left = this.tick = 0;
  }

  /** Play moments after those already waiting; `at` is the number of their move. */
  add(moments: Moment[], at = 0): void {
    this.queue.push(...moments.map((moment) => ({ ...moment, several: moments.length > 2, at })));
    this.left = this.queue.length;
    if (!this.playing) {
      this.playing = true;
      this.next();
    }
  }

  /** Show the next moment now. */
  next(): void {
    this.show(Date.now());
  }

  /** Show the next moment as if it were `began` now. */
  private show(began: number): void {
    clearTimeout(this.timer);
    const upcoming = this.queue.shift();
    this.left = this.queue.length;
    if (!upcoming || !this.scene) {
      this.end();
      return;
    }
    const { step, several, at } = upcoming;
    const before = this.scene;
    this.scene = upcoming.scene;
    if (step.text) this.say(step.text, at);
    const time = stepTime(this.scene, step, several, this.isShared ? 1 : settings.speed);
    this.tick = time > 500 ? time : 0;
    hear(before, this.scene, step);
    if (!this.queue.length && !this.tick) this.end();
    else {
      this.due = began + (this.queue.length ? time : Math.min(time, 600));
      if (!this.paused) this.wait();
    }
  }

  /** Show the next moment when this one is over. */
  private wait(): void {
    const { due } = this;
    this.timer = setTimeout(() => this.show(due), Math.max(0, due - Date.now()));
  }

  /** Finish at once. */
  finish(): void {
    if (!this.playing) return;
    clearTimeout(this.timer);
    for (const { step, at } of this.queue) if (step.text) this.say(step.text, at);
    this.scene = this.queue.at(-1)?.scene ?? this.scene;
    this.queue = [];
    this.end();
  }

  /** Pause, or go on. */
  togglePause(): void {
    this.paused = !this.paused;
    clearTimeout(this.timer);
    if (!this.paused) this.next();
  }

  get rest(): Rest {
    return { queue: [...this.queue], tick: this.tick, paused: this.paused, due: this.due };
  }

  /** Stop in the middle. */
  interrupt(): void {
    this.queue = [];
    this.end();
  }

  /** Go on where a playback was interrupted, in step with those who were not. */
  resume(rest: Rest): void {
    if (!rest.queue.length && !rest.tick) return;
    clearTimeout(this.timer);
    this.queue = rest.queue;
    this.left = rest.queue.length;
    this.tick = rest.tick;
    this.playing = true;
    this.paused = rest.paused;
    this.due = rest.due || Date.now() + (rest.tick || 150);
    if (!this.paused) this.wait();
  }

  /** Replace what was said so far. */
  recall(said: Said[]): void {
    const sentences = said.filter(({ text }) => text);
    this.lines = sentences.map(({ at, text }) => ({ at: at ? String(at) : '', text: sentence(text) }));
    this.text = '';
  }

  private say(text: string, at: number): void {
    this.text = sentence(text);
    this.lines = [...this.lines, { at: at ? String(at) : '', text: this.text }].slice(-60);
  }

  private end(): void {
    clearTimeout(this.timer);
    this.playing = this.paused = false;
    this.tick = this.left = 0;
  }
}

/** Play the sound of what changed; no game is known here. */
function hear(before: Scene, now: Scene, step: Step): void {
  const { changed } = step;
  if (now.outcome && !before.outcome) playSound(now.outcome.won ? 'win' : 'lose');
  else if (changed.layers && hasShifted(before, now)) playSound('shift');
  else if (changed.meters && hasRolled(before, now)) playSound('dice');
  else if ((now.pieces?.length ?? 0) < (before.pieces?.length ?? 0)) playSound('burst');
  else if (changed.pieces && hasMoved(before, now)) playSound('step');
  else if (changed.layers) playSound('pick');
  else if (changed.log) playSound('bump');
}

/** Whether another layer is in focus. */
function hasShifted(before: Scene, now: Scene): boolean {
  return now.layers.some((layer, i) => (layer.focus !== false) !== (before.layers[i]?.focus !== false));
}

function hasRolled(before: Scene, now: Scene): boolean {
  const meters = now.meters ?? [];
  return meters.some(
    (meter, i) => meter.kind === 'dice' && JSON.stringify(meter) !== JSON.stringify(before.meters?.[i]),
  );
}

function hasMoved(before: Scene, now: Scene): boolean {
  const cells = new Map((before.pieces ?? []).map((piece) => [piece.id, piece.cell]));
  return (now.pieces ?? []).some((piece) => cells.get(piece.id) !== piece.cell);
}
