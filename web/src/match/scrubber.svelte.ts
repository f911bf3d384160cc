/** The ticks of a timeline, looked at one by one: frames that the hall sends when somebody scrubs. */
import { Newest } from '../parts/newest';
import type { Frame, Scene } from '../scene';
import { settings } from '../settings.svelte';

export class Scrubber {
  /** The tick that is shown; -1 is now. */
  at = $state(-1);
  rolling = $state(false);
  private frames = $state.raw<Frame[] | null>(null);
  private timer = 0;
  private readonly newest = new Newest();

  constructor(private readonly fetch: () => Promise<Frame[] | null>) {}

  /** A scene with the pieces and marks of the tick that is shown. */
  drawn(scene: Scene): Scene {
    const { frames, at } = this;
    const frame = at >= 0 ? frames?.[Math.min(at, frames.length - 1)] : undefined;
    return frame ? { ...scene, pieces: frame.pieces ?? [], marks: frame.marks ?? [] } : scene;
  }

  /** Begin anew, with another scene. */
  reset(): void {
    this.newest.forget();
    this.back();
    this.frames = null;
  }

  /** Back to now. */
  back(): void {
    this.stop();
    this.at = -1;
  }

  async seek(to: number): Promise<void> {
    this.frames ??= await this.newest.of(this.fetch());
    if (this.frames?.length) this.at = Math.max(0, Math.min(to, this.frames.length - 1));
  }

  stop(): void {
    this.rolling = false;
    clearInterval(this.timer);
  }

  async toggle(): Promise<void> {
    if (this.rolling) {
      this.stop();
      return;
    }
    const isAtEnd = this.frames !== null && this.at >= this.frames.length - 1;
    await this.seek(this.at < 0 || isAtEnd ? 0 : this.at);
    if (!this.frames?.length) return;
    this.rolling = true;
    this.timer = setInterval(() => {
      if (this.at + 1 >= (this.frames?.length ?? 0)) this.stop();
      else this.at++;
    }, 1500 / settings.speed);
  }
}
