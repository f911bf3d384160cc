/** A match looked at again: scenes by ply, fetched in chunks, stepped, played and sought. */
import type { Replay } from './generated/messages';
import { said, sentence } from './notice.svelte';
import type { Scene } from './scene';
import { settings } from './settings.svelte';
import { Show, after } from './show.svelte';

const CHUNK = 60;

export class Replayer {
  readonly show = new Show();
  at = $state(0);
  plies = $state(0);
  playing = $state(false);
  loading = $state(true);
  failed = $state('');
  head = $state.raw<Replay | null>(null);
  log = $state.raw<{ at: string; text: string }[]>([]);
  private chunks = new Map<number, Promise<{ replay: Replay; scenes: Scene[] }>>();
  private timer = 0;
  private wish = 0;

  constructor(private readonly fetch: (from: number, to: number) => Promise<Replay>) {}

  private chunk(index: number): Promise<{ replay: Replay; scenes: Scene[] }> {
    let promise = this.chunks.get(index);
    if (!promise) {
      promise = this.fetch(index * CHUNK, (index + 1) * CHUNK).then((replay) => {
        const scenes = [replay.first];
        for (const ply of replay.shown) scenes.push(ply.steps.reduce((scene, step) => after(scene, step.changed), scenes[scenes.length - 1]));
        this.plies = replay.plies;
        this.head ??= replay;
        return { replay, scenes };
      });
      promise.catch(() => this.chunks.delete(index));
      this.chunks.set(index, promise);
    }
    return promise;
  }

  /** Go to a ply at once. */
  async seek(ply: number, smooth = false): Promise<void> {
    const wish = ++this.wish;
    const before = this.at;
    try {
      if (!this.head) await this.chunk(0);
      const target = Math.max(0, Math.min(this.plies, ply));
      const index = target === 0 ? 0 : Math.floor((target - 1) / CHUNK);
      const { replay, scenes } = await this.chunk(index);
      if (wish !== this.wish) return;
      const local = target - index * CHUNK;
      this.at = target;
      this.loading = false;
      this.failed = '';
      if (smooth && target === before + 1 && this.show.scene) {
        this.show.finish();
        this.show.text = '';
        this.show.add(replay.shown[local - 1].steps);
      } else this.show.set(scenes[local]);
      this.log = replay.shown.slice(Math.max(0, local - 8), local).flatMap((shown) => {
        const text = shown.steps.map((step) => step.text ?? '').filter(Boolean);
        return [{ at: String(shown.ply), text: text.map(sentence).join(' ') || shown.word }];
      });
    } catch (error) {
      this.failed = said(error);
      this.loading = false;
      this.stop();
    }
  }

  step(by: number): void {
    if (this.show.playing && by > 0) this.show.finish();
    void this.seek(this.at + by, by === 1);
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
    if (this.show.playing) {
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
    if (this.show.playing) this.show.finish();
  }
}
