/** What a camera shows of a board: the size of its cells, where it is scrolled to, and what it keeps in sight. */
import { tick, untrack } from 'svelte';
import { MediaQuery } from 'svelte/reactivity';
import { keysFor } from '../keys';
import { UNIT, type Crop, type Scene } from '../scene';
import { reduced } from '../settings.svelte';
import { MOST, PHONE, fieldOf, firstCell, reveal } from './camera';

interface Subject {
  readonly scene: Scene;
  readonly crop: Crop;
  /** The cell that is kept in view; -1: none. */
  readonly follow: number;
}

export class CameraView {
  /** The element that scrolls. */
  box = $state.raw<HTMLElement | undefined>();
  width = $state(0);
  height = $state(0);
  /** Where the view is scrolled to, in pixels. */
  at = $state.raw({ x: 0, y: 0 });
  /** The pixels of a cell; they change by hand only. */
  cell = $state(0);
  /** Whether a mouse rests on the board: then nothing moves away under it. */
  isHovered = false;
  private hasLooked = false;

  /** Call this while a component is made; `subject` is read anew each time. */
  constructor(private readonly subject: Subject) {
    this.cell = firstCell(subject.scene, new MediaQuery(PHONE).current);
    $effect(() => this.lookFirst());
    $effect(() => {
      void [subject.follow, this.width, this.height];
      untrack(() => this.keepUp());
    });
  }

  readonly field = $derived.by(() => fieldOf(this.subject.scene, this.subject.crop));
  readonly scale = $derived(this.cell / UNIT);
  /** The corner and the size of the field, in units of the drawing. */
  readonly origin = $derived.by(() => {
    const { left, top, rim } = this.field;
    return { x: left * UNIT + rim, y: top * UNIT + rim };
  });
  readonly size = $derived.by(() => {
    const { cols, rows, rim } = this.field;
    return { x: cols * UNIT - 2 * rim, y: rows * UNIT - 2 * rim };
  });
  /** The part of the board that is seen, in units of the drawing. */
  readonly frame = $derived.by(() => {
    const { at, origin, scale, width, height } = this;
    return { x: origin.x + at.x / scale, y: origin.y + at.y / scale, width: width / scale, height: height / scale };
  });
  /** The pixels of a cell at which all that is known fits into the view. */
  readonly whole = $derived.by(() => {
    const { cols, rows } = this.subject.crop;
    return Math.min(MOST, this.width / cols, this.height / rows);
  });
  readonly least = $derived.by(() => Math.max(8, Math.min(this.whole, firstCell(this.subject.scene, true))));

  scrollTo(x: number, y: number, smooth = false): void {
    const { box } = this;
    if (!box) return;
    const behavior = smooth && !reduced() ? 'smooth' : 'instant';
    box.scrollTo({ left: x, top: y, behavior });
    // The browser tells of a scroll with its next frame, perhaps after the next turn of the wheel.
    if (behavior === 'instant') this.at = { x: box.scrollLeft, y: box.scrollTop };
  }
  /** Let a point of the board, in units, be in the middle. */
  look(x: number, y: number): void {
    const { origin, scale } = this;
    this.scrollTo((x - origin.x) * scale - this.width / 2, (y - origin.y) * scale - this.height / 2);
  }
  private lookAtAll(): void {
    const { left, top, cols, rows } = this.subject.crop;
    this.look((left + cols / 2) * UNIT, (top + rows / 2) * UNIT);
  }
  async showAll(): Promise<void> {
    this.cell = Math.max(this.least, this.whole);
    await tick();
    this.lookAtAll();
  }

  /** At first all that is known is in the middle if there is room for it, else what is played with. */
  private lookFirst(): void {
    if (!this.box || !this.width || !this.height || this.hasLooked) return;
    this.hasLooked = true;
    untrack(() => {
      const { scene, follow } = this.subject;
      if (this.whole >= this.cell || follow < 0) this.lookAtAll();
      else this.look(((follow % scene.width) + 0.5) * UNIT, (Math.floor(follow / scene.width) + 0.5) * UNIT);
    });
  }

  /** Bring the followed cell into view. Under a mouse the view rests as long as the cell can be seen. */
  keepUp(): void {
    const { box, cell, origin, scale, width, height } = this;
    const { scene, follow } = this.subject;
    if (follow < 0 || !box) return;
    const inset = (this.isHovered ? 1 : 5) * cell;
    const span = (number: number, first: number) => ({ start: number * cell - first * scale, length: cell });
    const most = (length: number) => Math.min(inset, 0.3 * length);
    const left = span(follow % scene.width, origin.x);
    const top = span(Math.floor(follow / scene.width), origin.y);
    const x = reveal({ start: box.scrollLeft, length: width }, left, most(width));
    const y = reveal({ start: box.scrollTop, length: height }, top, most(height));
    if (x !== box.scrollLeft || y !== box.scrollTop) this.scrollTo(x, y, true);
  }

  /** The size of cells that is as near as possible to the one that is wanted. */
  private within(wanted: number): number {
    return Math.max(this.least, Math.min(MOST, wanted));
  }
  canZoomTo(wanted: number): boolean {
    return Math.abs(this.within(wanted) - this.cell) >= 0.01;
  }
  /** Zoom round a point of the view, in pixels from its corner, and move it by some. */
  async zoomTo(wanted: number, x = this.width / 2, y = this.height / 2, dx = 0, dy = 0): Promise<void> {
    const grown = this.within(wanted) / this.cell;
    const target = { x: (this.at.x + x) * grown - x - dx, y: (this.at.y + y) * grown - y - dy };
    this.cell *= grown;
    this.at = target;
    await tick();
    this.scrollTo(target.x, target.y);
  }
  zoomBy(factor: number): void {
    void this.zoomTo(this.cell * factor);
  }
  /** What a key does to the view; false if it means nothing here. */
  press(key: string): boolean {
    const { scene } = this.subject;
    if (keysFor('zoom in', scene).includes(key)) this.zoomBy(1.25);
    else if (keysFor('zoom out', scene).includes(key)) this.zoomBy(1 / 1.25);
    else return false;
    return true;
  }
}
