/** Where the text of a level that is being made comes from: an address, a shipped level, a generator, a file. */
import { levelPage } from '../api';
import { errorText } from '../sentence';
import { notify } from '../toast.svelte';
import type { LevelDraft } from './draft.svelte';
import { unpacked } from './link';

export class LevelSources {
  /** The text that came with the address while there was a draft; "" if none waits. */
  offered = $state('');
  /** Whether the address asked for a new level of the generator. */
  generating = $state(false);

  /** `stay` lets what is waited for come only while the page is there. */
  constructor(
    private readonly level: LevelDraft,
    private readonly stay: <T>(promise: Promise<T>) => Promise<T>,
  ) {}

  /** What the address names is opened as a copy; a draft is put aside for it only if its author says so. */
  async arrive(hash: string): Promise<void> {
    const [kind, rest] = [hash.slice(0, hash.indexOf('=')), hash.slice(hash.indexOf('=') + 1)];
    try {
      if (kind === 'level') this.receive(await this.stay(this.shippedText(decodeURIComponent(rest))));
      else if (kind === 'text') this.receive(await this.stay(unpacked(rest)));
      else if (hash === 'generate') this.generating = true;
    } catch (error) {
      notify(kind === 'text' ? 'This link is cut off: the level in it cannot be read.' : errorText(error), true);
    }
    if (hash) history.replaceState(null, '', location.pathname);
    if (this.level.seen === null) await this.level.begin();
  }

  /** A draft that somebody has worked at is not replaced before they are asked. */
  private receive(text: string): void {
    const { level } = this;
    if (level.text && level.past.length && level.text !== text) this.offered = text;
    else level.change(text);
  }
  /** Answer whether what came takes the draft's place. */
  decide(yes: boolean): void {
    if (yes) this.replace(this.offered);
    this.offered = '';
  }

  replace(text: string): void {
    const before = this.level.text;
    this.level.change(text);
    this.reassure(before);
  }
  async renew(): Promise<void> {
    const before = this.level.text;
    await this.stay(this.level.renew());
    this.reassure(before);
  }
  /** Begin with a copy of a shipped level. */
  async copy(name: string): Promise<void> {
    try {
      if (name) this.replace(await this.stay(this.shippedText(name)));
    } catch (error) {
      notify(errorText(error), true);
    }
  }

  /** The text of a shipped level; throws if that is secret. */
  private async shippedText(name: string): Promise<string> {
    const { text } = await levelPage(this.level.game, name);
    if (!text) throw new Error('This level keeps a secret from its player, so its text is not shown.');
    return text;
  }
  private reassure(before: string): void {
    if (before && before !== this.level.text) notify('Undo brings back what was here before.');
  }
}
