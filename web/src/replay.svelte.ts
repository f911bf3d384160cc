/** A match looked at again: scenes by ply, fetched in chunks, stepped, played and sought. */
import { Refused } from './api';
import type { PlyShown, Replay, Said } from './generated/messages';
import { pliesOf, sceneAfter, type Moment } from './moments';
import { Playback } from './playback.svelte';
import { errorText, sentence } from './sentence';
import { settings } from './settings.svelte';
import { notify } from './toast.svelte';

const CHUNK = 60; // plies fetched at once
const LISTED = 8; // plies whose sentences are listed

/** A part of a match; `plies` are the moments of each of its plies. */
interface Chunk {
  replay: Replay;
  plies: Moment[][];
}

/** What is said of a ply: its sentences, or its word if there are none. */
function saidOf(shown: PlyShown): Said[] {
  const said = shown.steps.filter((step) => step.text).map((step) => ({ at: shown.ply, text: step.text! }));
  return said.length ? said : wordOnly(shown);
}

/** What is said of a ply before any of its moments is shown: its word, if no sentence will come. */
function wordOnly({ ply, steps, word }: PlyShown): Said[] {
  return steps.some((step) => step.text) || !word ? [] : [{ at: ply, text: word }];
}

export class Replayer {
  readonly playback = new Playback();
  /** The ply whose scene is shown; 0 is the beginning. */
  at = $state(0);
  /** How many plies the match has. */
  plies = $state(0);
  playing = $state(false);
  loading = $state(true);
  failed = $state('');
  /** Whether it failed because the match has secrets and is not over. */
  isSealed = $state(false);
  /** The first part that came, for what every part says of the match. */
  head = $state.raw<Replay | null>(null);
  /** What happened until the moment that is shown: the plies before, then what has been said of this one. */
  readonly log = $derived.by(() => [...this.earlier, ...this.playback.lines]);
  private earlier = $state.raw<{ at: string; text: string }[]>([]);
  private chunks = new Map<number, Promise<Chunk>>();
  private timer = 0;
  private wish = 0; // the number of the newest call of `seek`: older ones show nothing any more
  private sought = 0; // the ply that it seeks: a step begins there, though the scene may still be on its way

  constructor(private readonly fetch: (from: number, to: number) => Promise<Replay>) {}

  private chunk(index: number): Promise<Chunk> {
    let promise = this.chunks.get(index);
    if (!promise) {
      promise = this.fetch(index * CHUNK, (index + 1) * CHUNK).then((replay) => {
        this.plies = replay.plies;
        this.head ??= replay;
        return { replay, plies: pliesOf(replay) };
      });
      promise.catch(() => this.chunks.delete(index));
      this.chunks.set(index, promise);
    }
    return promise;
  }

  /**
   * Go to a ply: at once, or, if `smooth` and it is the next, by playing its moments. Infinity is the end. What cannot
   * be fetched is told, and the scene stays.
   */
  async seek(ply: number, smooth = false): Promise<void> {
    const wish = ++this.wish;
    const before = this.at;
    this.sought = ply;
    try {
      if (!this.head) await this.chunk(0);
      const target = Math.max(0, Math.min(this.plies, Math.floor(ply)));
      if (wish === this.wish) this.sought = target;
      const index = target === 0 ? 0 : Math.floor((target - 1) / CHUNK);
      const { replay, plies } = await this.chunk(index);
      if (wish !== this.wish) return;
      const local = target - index * CHUNK;
      this.at = target;
      this.loading = false;
      this.failed = '';
      if (smooth && target === before + 1 && this.playback.scene) {
        this.playback.finish();
        this.playback.recall(wordOnly(replay.shown[local - 1]));
        this.playback.add(plies[local - 1], target);
      } else {
        this.playback.set(sceneAfter(replay.first, plies.slice(0, local).flat()));
        this.playback.recall(local ? saidOf(replay.shown[local - 1]) : []);
      }
      this.earlier = replay.shown.slice(Math.max(0, local - LISTED), Math.max(0, local - 1)).flatMap((shown) => {
        return saidOf(shown).map(({ at, text }) => ({ at: String(at), text: sentence(text) }));
      });
    } catch (error) {
      if (wish !== this.wish) return;
      this.sought = this.at;
      this.failed = errorText(error);
      this.isSealed = error instanceof Refused && error.failure.code === 'sealed';
      if (this.playback.scene) notify(this.failed, true);
      this.loading = false;
      this.stop();
    }
  }

  step(by: number): void {
    if (this.playback.playing && by > 0) this.playback.finish();
    void this.seek(this.sought + by, by === 1);
  }

  toggle(): void {
    if (this.playing) this.stop();
    else {
      this.playing = true;
      if (this.at >= this.plies) void this.seek(0).then(() => this.tick());
      else this.tick();
    }
  }

  private tick(): void {
    clearTimeout(this.timer);
    if (!this.playing) return;
    if (this.playback.playing) {
      this.timer = setTimeout(() => this.tick(), 60);
      return;
    }
    if (this.at >= this.plies) {
      this.stop();
      return;
    }
    void this.seek(this.at + 1, true).then(() => {
      if (this.playing) this.timer = setTimeout(() => this.tick(), 420 / settings.speed);
    });
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.timer);
    if (this.playback.playing) this.playback.finish();
  }

  /** Nobody watches any more: what is still on its way is not shown. */
  close(): void {
    this.wish++;
    this.stop();
  }
}
