/** A game's first lesson as it is taken: which step, what was played in it, and whether it is done. */
import { lessonOf, playLesson, previewLesson } from './api';
import type { LessonCard, LessonPosition, Preview } from './generated/messages';
import { momentsOf } from './moments';
import { Playback } from './playback.svelte';
import type { Choice } from './scene';
import { errorText } from './sentence';
import type { Stroke } from './storage';

export class LessonRun {
  readonly playback = new Playback();
  steps = $state.raw<LessonCard[]>([]);
  /** The step that is taken, from 0. */
  at = $state(0);
  /** Where it stands; null before the hall has answered. */
  position = $state.raw<LessonPosition | null>(null);
  /** Whether an action is on its way. */
  busy = $state(false);
  failed = $state('');
  /** Whether the next action of the step's own way is pointed out. */
  shows = $state(false);
  typed = $state.raw<Stroke[]>([]);
  private actions: number[] = [];
  private asked = 0; // the number of the newest question: answers to older ones are not shown any more

  constructor(readonly game: string) {}

  get step(): LessonCard | undefined {
    return this.steps[this.at];
  }
  get isLast(): boolean {
    return this.at === this.steps.length - 1;
  }
  readonly active = $derived.by(() => !!this.position?.active && !this.busy && !this.playback.film);
  readonly pending = $derived.by(() => this.busy || (!!this.position?.active && this.playback.film));
  /** Whether the step is done, and that has been shown. */
  readonly done = $derived.by(() => !!this.position?.done && !this.playback.playing);
  readonly missed = $derived.by(() => !!this.position?.missed && !this.playback.playing);

  async open(): Promise<void> {
    try {
      this.steps = await lessonOf(this.game);
      await this.begin(0);
    } catch (error) {
      this.failed = errorText(error);
    }
  }

  /** Begin a step, also once more; what is shown stays until it is there. */
  async begin(at: number): Promise<void> {
    this.typed = [];
    this.shows = false;
    await this.ask(at, []);
  }

  /** Play a choice; the steps of a walk are one after the other. */
  async play(choice: Choice): Promise<void> {
    const walk = [choice.action, ...(choice.then ?? [])];
    for (const action of walk) {
      if (!this.position?.active || !(await this.ask(this.at, [...this.actions, action]))) return;
    }
  }

  async preview(choice: Choice): Promise<Preview | null> {
    const { actions } = this;
    return previewLesson(this.game, this.at + 1, actions, choice.action, choice.then ?? []).catch(() => null);
  }

  /** Point out what the step's own way does next, from its beginning if that was left. */
  async show(): Promise<void> {
    if ((this.position?.next ?? -1) < 0) await this.begin(this.at);
    this.shows = true;
  }

  /** Ask where a step stands after these actions; false if the hall refused them, or something else was asked since. */
  private async ask(at: number, actions: number[]): Promise<boolean> {
    const asked = ++this.asked;
    this.busy = true;
    this.failed = '';
    try {
      const position = await playLesson(this.game, at + 1, actions);
      if (asked !== this.asked) return false;
      this.at = at;
      this.actions = actions;
      this.playback.finish();
      this.playback.set(position.first);
      if (actions.length) this.playback.add(momentsOf(position.first, position.steps ?? []));
      else this.playback.recall([]);
      this.position = position;
      return true;
    } catch (error) {
      if (asked === this.asked) this.failed = errorText(error);
      return false;
    } finally {
      if (asked === this.asked) this.busy = false;
    }
  }
}
