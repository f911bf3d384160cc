/** A level that is being made, kept in this browser: its text, its former texts, and what the hall says of it. */
import { Refused, check, prove } from '../api';
import type { Checked, Defect, Draft, Proof, Sign } from '../generated/messages';
import { errorText } from '../sentence';
import { read, write } from '../storage';
import { sketch, type Good } from './sketch';
import { draw, resize, type Side } from './text';

const KEPT = 300_000; // signs of former texts
const LARGEST = 4096; // cells of a board that is drawn
const PAUSE = 180; // milliseconds without a change until the hall is asked
const EMPTY: Checked = {
  text: '',
  draft: {},
  defects: [{ message: '', problem: 'the text is empty', cure: 'write one, or begin with a new level' }],
};

export class LevelDraft {
  text = $state('');
  past = $state.raw<string[]>([]);
  future = $state.raw<string[]>([]);
  /** Where the boards are in the text and what can be drawn on them, as the hall sees it. */
  draft = $state.raw<Draft>({});
  defects = $state.raw<Defect[]>([]);
  /** The last text without defects, with the scene that the hall drew of it. */
  good = $state.raw<Good | null>(null);
  /** The text the hall has looked at last. */
  seen = $state<string | null>(null);
  /** Whether the boards are where the draft says; after typing only the hall knows. */
  placed = $state(false);
  trouble = $state('');
  /** Whether there is a text to work at. Nothing can be written before: what comes then would take its place. */
  begun = $state(false);
  private proved = $state.raw<{ text: string; proof: Proof } | null>(null);
  proving = $state(false);
  /** What is proved of the text as it is now. */
  readonly proof = $derived(this.proved?.text === this.text ? this.proved.proof : null);
  /** The level as it can be drawn on. */
  readonly scene = $derived(sketch(this.text, this.draft, this.good));
  /** A scene that cannot be drawn on: of a text that draws no board. */
  readonly picture = $derived(
    this.draft.areas?.length ? null : this.good && !this.defects.length ? this.good.scene : null,
  );
  /** Whether the text is known to be without defects. */
  readonly fine = $derived(this.seen === this.text && !this.defects.length && this.good !== null);

  #timer = 0;
  #asked = 0;
  #typing = -Infinity; // when something was typed last
  #waiting: (() => void)[] = [];
  #stop: AbortController | null = null;

  constructor(readonly game: string) {
    const kept = read('drafts')[game];
    if (!kept) return;
    this.text = kept.text;
    this.past = kept.past;
    this.begun = this.text !== '';
  }

  /** Begin with the draft of last time, else with a new level, unless a file or a copy comes before it. */
  async begin(): Promise<void> {
    if (this.text) await this.look();
    else await this.renew(() => !this.begun);
  }

  /** Take what the game calls a new level, if it is still `wanted` when it comes. */
  async renew(wanted = () => true): Promise<void> {
    try {
      const { text } = await check(this.game, '');
      if (wanted()) this.change(text);
      await this.look();
    } catch (error) {
      this.trouble = errorText(error);
    } finally {
      this.begun = true; // without the hall one can still write
    }
  }

  /** Change the text. What is typed without a pause is one step of undo; a stroke goes on (`more`) or is a step. */
  change(text: string, how: 'type' | 'more' | 'step' = 'step'): void {
    text = text.replace(/\r\n?/g, '\n');
    if (text === this.text) return;
    const now = performance.now();
    const goesOn = how === 'more' || (how === 'type' && now - this.#typing < 900);
    if (!goesOn && this.text) this.past = trimmed([...this.past, this.text]);
    this.#typing = how === 'type' ? now : -Infinity;
    this.future = [];
    this.#set(text, how === 'type');
  }

  /** What is typed next is a step of its own. */
  pause(): void {
    this.#typing = -Infinity;
  }

  undo(): void {
    if (!this.past.length) return;
    this.pause();
    this.future = [...this.future, this.text];
    const text = this.past[this.past.length - 1];
    this.past = this.past.slice(0, -1);
    this.#set(text, true);
  }

  redo(): void {
    if (!this.future.length) return;
    this.past = trimmed([...this.past, this.text]);
    const text = this.future[this.future.length - 1];
    this.future = this.future.slice(0, -1);
    this.#set(text, true);
  }

  paint(layer: number, cells: { row: number; col: number }[], sign: Sign, more: boolean): void {
    this.#oncePlaced(() => this.change(draw(this.text, this.draft, layer, cells, sign), more ? 'more' : 'step'));
  }

  resize(side: Side, by: 1 | -1): void {
    this.#oncePlaced(() => {
      const resized = resize(this.text, this.draft, side, by);
      this.change(resized.text);
      this.draft = { ...this.draft, areas: resized.areas };
    });
  }

  /** Do something with the boards when it is known where they are. */
  #oncePlaced(act: () => void): void {
    if (this.placed) act();
    else if (this.#waiting.push(act) === 1) void this.look();
  }

  #set(text: string, moved: boolean): void {
    this.text = text;
    this.begun = true;
    if (moved) this.placed = false;
    this.#keep();
    this.#asked++; // what is being asked is of no interest any more
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.look(), PAUSE);
  }

  #keep(): void {
    write('drafts', { ...read('drafts'), [this.game]: { text: this.text, past: this.past } });
  }

  /** Ask the hall what it sees in the text. */
  async look(): Promise<void> {
    clearTimeout(this.#timer);
    const asked = ++this.#asked;
    const text = this.text;
    try {
      const checked = text.trim() ? await check(this.game, text) : EMPTY;
      if (asked !== this.#asked) return;
      const fits = (checked.draft.areas ?? []).every((area) => area.rows * area.columns <= LARGEST);
      this.draft = fits ? checked.draft : { ...checked.draft, areas: [] };
      this.defects = checked.defects ?? [];
      if (checked.scene) this.good = { text, scene: checked.scene, areas: checked.draft.areas ?? [] };
      this.seen = text;
      this.placed = true;
      this.trouble = '';
      for (const act of this.#waiting.splice(0)) act();
    } catch (error) {
      if (asked !== this.#asked) return;
      this.#waiting = [];
      this.trouble = errorText(error);
      if (error instanceof Refused && (error.status === 429 || error.status === 0))
        this.#timer = setTimeout(() => void this.look(), 2000);
    }
  }

  /** Let the hall search for the shortest win; `stop` ends it. */
  async solve(): Promise<void> {
    this.stop();
    const stop = (this.#stop = new AbortController());
    const text = this.text;
    this.proving = true;
    this.proved = null;
    try {
      await prove(this.game, text, stop.signal, (proof) => {
        if (this.#stop === stop) this.proved = { text, proof };
      });
    } catch (error) {
      if (this.#stop === stop) {
        this.proved = null;
        this.trouble = errorText(error);
      }
    } finally {
      if (this.#stop === stop) {
        this.proving = false;
        this.#stop = null;
      }
    }
  }

  /** Take what was proved of the text elsewhere. */
  know(proof: Proof): void {
    this.proved = { text: this.text, proof };
  }

  stop(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.proving = false;
    if (this.proved && !this.proved.proof.status) this.proved = null;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#asked++;
    this.stop();
  }
}

/** The newest former texts that may be kept. */
function trimmed(texts: string[]): string[] {
  let left = KEPT;
  let first = texts.length;
  while (first > 0 && texts.length - first < 200 && (left -= texts[first - 1].length) > 0) first--;
  return texts.slice(first);
}
