/** Looking back at earlier moves of a match while it is played, or after its end. */
import type { MatchValues } from '../match/values.svelte';
import type { Replayer } from '../replay.svelte';
import { notify } from '../toast.svelte';

export class LookBack {
  past = $state.raw<Replayer | null>(null);
  /** What is on its way, until it has come or nobody wants it any more. */
  private opening: Promise<Replayer | null> | null = null;

  /** `begin` makes a replayer that stands at the newest move, or null; `values` are what its positions were worth. */
  constructor(
    private readonly begin: () => Promise<Replayer | null>,
    private readonly isOver: () => boolean,
    readonly values: MatchValues,
  ) {}

  /** The replayer, once it has something to show. */
  get shown(): Replayer | null {
    return this.past && !this.past.loading && this.past.playback.scene ? this.past : null;
  }

  private async open(): Promise<Replayer | null> {
    if (this.past) return this.past;
    const opening = (this.opening ??= this.begin());
    const replayer = await opening;
    if (this.opening !== opening) return this.past; // it was asked for twice, or the match has changed
    this.opening = null;
    if (!replayer) return null;
    if (replayer.failed) {
      notify(replayer.failed, true);
      return null;
    }
    this.past = replayer;
    if (this.isOver()) this.values.open();
    return replayer;
  }

  /** Back to now. */
  close(): void {
    this.past?.close();
    this.past = this.opening = null;
  }

  /** The match has changed: what was known of its positions no longer holds. */
  forget(): void {
    this.close();
    this.values.close();
  }

  async seek(ply: number): Promise<void> {
    const replayer = await this.open();
    if (!replayer) return;
    if (ply >= replayer.plies && !this.isOver()) this.close();
    else await replayer.seek(ply);
  }

  async step(by: number): Promise<void> {
    const replayer = await this.open();
    if (!replayer) return;
    if (replayer.at + by >= replayer.plies && !this.isOver()) this.close();
    else replayer.step(by);
  }

  async toggle(): Promise<void> {
    (await this.open())?.toggle();
  }

  /** Do what a key means while looking back; false if it means nothing. */
  press(key: string): boolean {
    if (!this.past) return false;
    if (key === '.') void this.step(1);
    else if (key === 'Home') void this.seek(0);
    else if (key === 'End') void this.seek(Infinity);
    else if (key === ' ') this.past.toggle();
    else if (key === 'Escape') this.close();
    else return false;
    return true;
  }
}
