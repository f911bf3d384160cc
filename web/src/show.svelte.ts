/** Showing scenes one after the other: a queue of steps that plays itself and is finished at once by any new input. */
import type { Changed, Said, Scene, Step } from './generated/messages';
import { sentence } from './notice.svelte';
import { settings } from './settings.svelte';
import { play as sound } from './sound';
import type { Queued } from './storage';

/** The scene after a change; null means that a field has none. */
export function after(scene: Scene, changed: Changed): Scene {
  return { ...scene, ...changed } as Scene;
}

/** How long a step stays: a tick of a timeline is slow enough to be watched, other steps just long enough to be followed. */
export function stepTime(scene: Scene, step: Step, several: boolean): number {
  if (several && scene.timeline && !scene.timeline.editable && step.changed.pieces) return 3000 / settings.speed;
  return (step.text ? 260 : 150) / Math.min(settings.speed, 2);
}

export interface Rest {
  queue: Queued[];
  tick: number;
  paused: boolean;
}

export class Show {
  scene = $state.raw<Scene | null>(null);
  text = $state('');
  playing = $state(false);
  paused = $state(false);
  /** Length of the current step if it is a slow one, for the pieces' travel. */
  tick = $state(0);
  left = $state(0);
  /** What was said so far, with the number of the move it was said of. */
  lines = $state.raw<{ at: string; text: string }[]>([]);
  private queue: Queued[] = [];
  private timer = 0;

  /** Show a scene at once and drop what was to come. */
  set(scene: Scene): void {
    clearTimeout(this.timer);
    this.queue = [];
    this.scene = scene;
    this.text = '';
    this.playing = this.paused = false;
    this.left = this.tick = 0;
  }

  /** Play steps after those already waiting. */
  add(steps: Step[], at = 0): void {
    this.queue.push(...steps.map((step) => ({ step, several: steps.length > 2, at })));
    this.left = this.queue.length;
    if (!this.playing) {
      this.playing = true;
      this.next();
    }
  }

  /** Show the next step now. */
  next(): void {
    clearTimeout(this.timer);
    const first = this.queue.shift();
    this.left = this.queue.length;
    if (!first || !this.scene) {
      this.end();
      return;
    }
    const { step, several, at } = first;
    const before = this.scene;
    this.scene = after(before, step.changed);
    if (step.text) this.say(step.text, at);
    const time = stepTime(this.scene, step, several);
    this.tick = time > 500 ? time : 0;
    hear(before, this.scene, step);
    if (!this.queue.length && !this.tick) this.end();
    else if (!this.paused) this.timer = setTimeout(() => this.next(), this.queue.length ? time : Math.min(time, 600));
  }

  /** Finish at once. */
  finish(): void {
    if (!this.playing) return;
    clearTimeout(this.timer);
    let scene = this.scene;
    for (const { step, at } of this.queue) {
      if (scene) scene = after(scene, step.changed);
      if (step.text) this.say(step.text, at);
    }
    this.queue = [];
    this.scene = scene;
    this.end();
  }

  pause(): void {
    this.paused = !this.paused;
    clearTimeout(this.timer);
    if (!this.paused) this.next();
  }

  /** What is still to be shown. */
  get rest(): Rest {
    return { queue: [...this.queue], tick: this.tick, paused: this.paused };
  }

  /** Stop in the middle. */
  interrupt(): void {
    this.queue = [];
    this.end();
  }

  /** Go on where somebody was interrupted: the step that is shown has its whole time again. */
  resume(rest: Rest): void {
    if (!rest.queue.length && !rest.tick) return;
    clearTimeout(this.timer);
    this.queue = rest.queue;
    this.left = rest.queue.length;
    this.tick = rest.tick;
    this.playing = true;
    this.paused = rest.paused;
    if (!this.paused) this.timer = setTimeout(() => this.next(), rest.tick || 150);
  }

  /** What is said to have happened from now on; what was said before is forgotten. */
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

/** Choose a sound by what changed; no game is known here. */
function hear(before: Scene, now: Scene, step: Step): void {
  if (now.outcome && !before.outcome) sound(now.outcome.won ? 'win' : 'lose');
  else if (step.changed.layers && now.layers.some((layer, i) => (layer.focus !== false) !== (before.layers[i]?.focus !== false))) sound('shift');
  else if (step.changed.meters && now.meters?.some((meter, i) => meter.kind === 'dice' && JSON.stringify(meter) !== JSON.stringify(before.meters?.[i]))) sound('dice');
  else if ((now.pieces?.length ?? 0) < (before.pieces?.length ?? 0)) sound('burst');
  else if (step.changed.pieces && moved(before, now)) sound('step');
  else if (step.changed.layers) sound('pick');
  else if (step.changed.log) sound('bump');
}

function moved(before: Scene, now: Scene): boolean {
  const cells = new Map((before.pieces ?? []).map((piece) => [piece.id, piece.cell]));
  return (now.pieces ?? []).some((piece) => cells.get(piece.id) !== piece.cell);
}
