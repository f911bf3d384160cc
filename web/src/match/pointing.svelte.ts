/** What is pointed at, and what is said about it: a preview, a refusal, or what a thing is. */
import { cellName, cropOf, kindOf, layerOf, nameOf, sightAt, type Choice, type Preview, type Scene } from '../scene';
import { sentence } from '../sentence';
import { Newest } from '../parts/newest';
import type { Chooser } from './chooser.svelte';
import type { TableProps } from './props';
import { rulingBehind } from './reasons';

export class Pointing {
  /** The choice under the pointer. */
  pointed = $state.raw<Choice | null>(null);
  preview = $state.raw<Preview | null>(null);
  /** The choice that was tapped once, where it takes two taps. */
  armed = $state.raw<Choice | null>(null);
  refusal = $state('');
  /** The numbers of the rulings behind what is refused, for whoever asks why. */
  ruling = $state('');
  /** What the thing under the pointer is. */
  description = $state('');
  private readonly newest = new Newest();

  constructor(
    private readonly props: TableProps,
    private readonly chooser: Chooser,
  ) {}

  clear(): void {
    this.disarm();
    this.pointed = null;
    this.description = this.ruling = '';
  }

  /** Forget what was about to be played; false if there was nothing. */
  disarm(): boolean {
    const was = this.armed !== null || this.refusal !== '';
    this.newest.forget();
    this.armed = this.preview = null;
    this.refusal = '';
    return was;
  }

  async point(choice: Choice | null): Promise<void> {
    this.newest.forget();
    this.pointed = choice;
    if (!choice || !this.props.active) {
      if (!this.armed) this.preview = null;
      return;
    }
    if (choice.why) {
      this.preview = { text: choice.why, danger: true };
      return;
    }
    this.preview = this.props.ask ? await this.newest.of(this.props.ask(choice)) : null;
  }

  /** Point at a cell of `drawn`, the scene with the frame that is scrubbed to; -1 points at nothing. */
  pointCell(drawn: Scene, cell: number, layer: number): void {
    this.refusal = '';
    if (cell < 0) {
      this.description = '';
      void this.point(null);
      return;
    }
    const here = this.chooser.at(cell, layer);
    const choice = here.find((other) => !other.why) ?? here[0] ?? null;
    if (choice !== this.pointed) void this.point(choice);
    this.description = choice ? '' : describe(drawn, cell, layer);
  }

  /** What is said, the most urgent first. */
  readonly speech = $derived.by<{ text: string; danger: boolean; ruling?: string } | null>(() => {
    const { refusal, preview, armed, description, pointed, ruling } = this;
    const { alert, said } = this.props;
    if (refusal) return { text: sentence(refusal), danger: true, ruling: ruling || undefined };
    if (pointed?.why) return { text: sentence(pointed.why), danger: true, ruling: pointed.rule };
    const danger = preview?.danger === true || pointed?.danger === true;
    if (preview?.text) {
      const text = `${sentence(preview.text)}${armed ? ' Tap again to play.' : ''}`;
      return { text, danger, ruling: rulingBehind(this.props.reasons ?? [], preview.text) };
    }
    if (armed) return { text: `${nameOf(armed)}: tap again to play.`, danger: armed.danger === true };
    if (alert) return { text: alert.text, danger: alert.danger === true };
    if (description) return { text: description, danger: false };
    return said ? { text: said, danger: false } : null;
  });
  /** What a pointed choice would do lies over what is below it: nothing may move away under the pointer. */
  readonly floats = $derived.by(() => !this.refusal && !this.armed && !!this.preview?.text);
}

/** What is at a cell, in the legend's words. */
export function describe(scene: Scene, cell: number, layer: number): string {
  const board = scene.layers[layer];
  const crop = cropOf(scene, board);
  const here = (scene.pieces ?? []).filter((piece) => piece.cell === cell && layerOf(piece) === layer);
  const row = Math.floor(cell / scene.width);
  const col = cell % scene.width;
  const kind = scene.legend[kindOf(scene, board.tiles[row - crop.top]?.[col - crop.left] ?? '')];
  const ground = sightAt(board, crop, row, col) === 'never' ? '' : (kind?.tell ?? '');
  const things = here.map((piece) => piece.tell || scene.legend[piece.kind]?.tell || '');
  const parts = [cellName(scene, board, layer, crop, cell, here), ...things, ground];
  return parts.filter(Boolean).map(sentence).join(' ');
}
