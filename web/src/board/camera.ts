/** How a board that does not fit into its place is looked at: sizes of cells, limits, and where the view goes. */
import { UNIT, type Crop, type Piece, type Scene } from '../scene';

/** The part of a board over which the view can go; rows and columns count from its top left. */
export type Field = Crop;

/** Which screens are phones. To ask a phone's window for its width would lay out what is being drawn. */
export const PHONE = 'max-width: 639px';
/** A cell's pixels: the least, that of a board that goes on in the dark, and the most. */
const LEAST = { phone: 28, desk: 32 };
const DARK = { phone: 32, desk: 40 };
export const MOST = 88;

/** Whether the scene shows a part of something larger, so that what is shown may grow. */
export function goesOn(scene: Scene): boolean {
  return !!scene.window && (scene.window[2] < scene.height || scene.window[3] < scene.width);
}

/** The least pixels of a cell that people can read and aim at. */
export function leastCell(isPhone: boolean): number {
  return isPhone ? LEAST.phone : LEAST.desk;
}

/** The pixels of a cell at first. They change by hand only: the next click lands where it was aimed. */
export function firstCell(scene: Scene, isPhone: boolean): number {
  if (!goesOn(scene)) return leastCell(isPhone);
  return isPhone ? DARK.phone : DARK.desk;
}

/** Whether a camera is needed: the board would be too small to read, or may grow while it is played on. */
export function needsCamera(scene: Scene, crop: Crop, width: number, height: number, isPhone: boolean): boolean {
  if (goesOn(scene)) return true;
  const cols = crop.cols - (2 * crop.rim) / UNIT;
  const rows = crop.rows - (2 * crop.rim) / UNIT;
  return Math.min(width / cols, height / rows) < leastCell(isPhone);
}

/**
 * Where the view can go. Of a board that goes on it is the scene's whole width and height, which say nothing about
 * what is there (MR5): neither the limits of the view nor its place change with what is found out.
 */
export function fieldOf(scene: Scene, crop: Crop): Field {
  return goesOn(scene) ? { top: 0, left: 0, rows: scene.height, cols: scene.width, rim: 0 } : crop;
}

/** A stretch of the view in pixels: where it begins and how long it is. */
export interface Span {
  start: number;
  length: number;
}

/** Where the view must begin so that a cell lies at least `inset` inside of it; it stays if the cell already does. */
export function reveal(view: Span, cell: Span, inset: number): number {
  const room = Math.min(inset, (view.length - cell.length) / 2);
  const isInside = cell.start >= view.start + room && cell.start + cell.length <= view.start + view.length - room;
  return isInside ? view.start : cell.start + cell.length / 2 - view.length / 2;
}

/**
 * The cell of the piece that has moved, or of the only one that has come, from one scene to the next; -1 if there is
 * none. Where many come at once, as at the end when everything is shown, the view stays with what was played last.
 */
export function movedTo(before: Scene | null, now: Scene): number {
  if (!before || before === now) return -1;
  const places = new Map((before.pieces ?? []).map((piece) => [piece.id, piece.cell]));
  const hasMoved = (piece: Piece) => !piece.faded && places.has(piece.id) && places.get(piece.id) !== piece.cell;
  const hasCome = (piece: Piece) => !piece.faded && !places.has(piece.id);
  const pieces = now.pieces ?? [];
  const come = pieces.filter(hasCome);
  return (pieces.find(hasMoved) ?? (come.length === 1 ? come[0] : undefined))?.cell ?? -1;
}
