/** The types of a scene, as the package defines them, and what a client asks of a scene. */
import type { Choice, Kind, Layer, Mark, Piece, Scene } from './generated/messages';
import { capitalized } from './match/labels';

export type {
  Choice,
  Frame,
  Kind,
  Layer,
  Mark,
  Meter,
  Outcome,
  Piece,
  Preview,
  Scene,
  Timeline,
} from './generated/messages';

/** Units of a cell, in which symbols are drawn. */
export const UNIT = 48;

/** The part of the board that is shown; `rim` units are cut off each side where the outer ring is all wall. */
export interface Crop {
  top: number;
  left: number;
  rows: number;
  cols: number;
  rim: number;
}

/** What of a scene its ground depends on, which seldom changes. */
export type Terrain = Pick<Scene, 'width' | 'height' | 'legend' | 'window'>;

/** Whether a row and column of the whole board lie in the part that is shown. */
export function isShown(crop: Crop, row: number, col: number): boolean {
  return row >= crop.top && col >= crop.left && row < crop.top + crop.rows && col < crop.left + crop.cols;
}

const bySign = new WeakMap<Scene['legend'], Map<string, string>>();

/** The kind a sign of the tiles stands for. */
export function kindOf(scene: Pick<Scene, 'legend'>, sign: string): string {
  let map = bySign.get(scene.legend);
  if (!map) {
    const kinds = Object.entries(scene.legend).reverse(); // the first kind with a sign counts: it is set last
    map = new Map(kinds.map(([kind, entry]) => [entry.text, kind]));
    bySign.set(scene.legend, map);
  }
  return map.get(sign) ?? '';
}

/** The part of a layer that is shown: the scene's window, else the whole board. */
export function cropOf(scene: Terrain, layer: Layer): Crop {
  if (scene.window) {
    const [top, left, rows, cols] = scene.window;
    return { top, left, rows, cols, rim: 0 };
  }
  const rows = layer.tiles.length;
  const cols = Math.max(...layer.tiles.map((row) => row.length), 1);
  const joined = (row: number, col: number) =>
    scene.legend[kindOf(scene, layer.tiles[row]?.[col] ?? '')]?.join === true;
  let ring = !layer.fog && rows > 2 && cols > 2;
  for (let col = 0; ring && col < cols; col++) ring = joined(0, col) && joined(rows - 1, col);
  for (let row = 0; ring && row < rows; row++) ring = joined(row, 0) && joined(row, cols - 1);
  return { top: 0, left: 0, rows, cols, rim: ring ? UNIT / 2 + 2 : 0 };
}

/** The sign at a row and column of the whole board, "" outside of what is shown. */
export function signAt(layer: Layer, crop: Crop, row: number, col: number): string {
  return layer.tiles[row - crop.top]?.[col - crop.left] ?? '';
}

/** Whether a cell was never seen, was seen earlier, or is seen now. */
export type Sight = 'never' | 'old' | 'now';

export function sightAt(layer: Layer, crop: Crop, row: number, col: number): Sight {
  if (!layer.fog) return 'now';
  const sign = layer.fog[row - crop.top]?.[col - crop.left];
  return sign === '+' ? 'now' : sign === '-' ? 'old' : 'never';
}

/** Whether the viewer has seen nothing of any board yet. */
export function isDark(scene: Scene): boolean {
  return scene.layers.every((layer) => layer.fog?.every((row) => /^\?*$/.test(row)) === true);
}

/** Whether a scene is one board much wider than high: then it has the whole width, and all else stands below it. */
export function isWide({ width, height, layers, timeline, cards, window, meters }: Scene): boolean {
  const isAlone = layers.length < 2 && !timeline && !cards?.length && !window && !meters?.some(({ place }) => place);
  return isAlone && width >= 1.75 * height;
}

export function layerOf(thing: Piece | Mark | Choice): number {
  return thing.layer ?? 0;
}

export function cellOf(choice: Choice): number {
  return choice.cell ?? -1;
}

export function nameOf(choice: Choice): string {
  return choice.name || choice.word;
}

/** How a piece is called where one chooses who acts. */
function pieceName(scene: Scene, id: string): string {
  const piece = scene.pieces?.find((other) => other.id === id);
  const kind = scene.legend[piece?.kind ?? '']?.name ?? id;
  return scene.cards?.find((card) => card.piece === id)?.name ?? [kind, piece?.label].filter(Boolean).join(' ');
}

/**
 * A choice in the words of the buttons that lead to it: who, if there are several; which group, if its name does not
 * say so; its name; and the place, if others of that name go elsewhere.
 */
export function wayTo(scene: Scene, choice: Choice): string {
  const { piece = '', group = '' } = choice;
  const all = scene.choices ?? [];
  const name = nameOf(choice);
  const isOneOfSeveral = piece && all.some((other) => other.piece && other.piece !== piece);
  const ofPiece = all.filter((other) => (other.piece ?? '') === piece);
  const isHidden = ofPiece.some((other) => other.group && other.group !== group);
  const isSaid = name.toLowerCase().startsWith(group.toLowerCase());
  const hasTwins = ofPiece.some((other) => nameOf(other) === name && cellOf(other) !== cellOf(choice));
  const who = isOneOfSeveral ? pieceName(scene, piece) : '';
  const what = isHidden && !isSaid ? capitalized(group) : '';
  const where = hasTwins && cellOf(choice) >= 0 ? placeName(scene, cellOf(choice)) : '';
  return [who, what, name, where].filter(Boolean).join(', ');
}

/** The names of rows or columns by their numbers; a scene may name those of its window only. */
export function labelsOf(scene: Scene, side: 'columns' | 'rows'): (number: number) => string {
  const names = scene.labels?.[side] ?? [];
  const isWhole = names.length === (side === 'rows' ? scene.height : scene.width);
  const first = isWhole || !scene.window ? 0 : scene.window[side === 'rows' ? 0 : 1];
  return (number) => names[number - first] ?? '';
}

/** The name of a place, as it is spoken and written in the log. */
export function placeName(scene: Scene, cell: number): string {
  const row = Math.floor(cell / scene.width);
  const col = cell % scene.width;
  const column = labelsOf(scene, 'columns')(col);
  const line = labelsOf(scene, 'rows')(row);
  if (column && line)
    return /^[A-Za-z]+$/.test(column) && /^\d+$/.test(line) ? column + line : `column ${column} row ${line}`;
  return `row ${row + 1} column ${col + 1}`;
}

export function ownerName(owner: number): string {
  return owner === 1 ? 'Red' : owner === 2 ? 'Blue' : '';
}

/** What is said of a cell: place, terrain, pieces; what can be done there comes from the chooser. */
export function cellName(scene: Scene, layer: Layer, index: number, crop: Crop, cell: number, here: Piece[]): string {
  const row = Math.floor(cell / scene.width);
  const col = cell % scene.width;
  const parts = [placeName(scene, cell)];
  const sight = sightAt(layer, crop, row, col);
  if (sight === 'never') parts.push('not seen');
  else {
    const kind: Kind | undefined = scene.legend[kindOf(scene, signAt(layer, crop, row, col))];
    const round = layer.seen?.[row - crop.top]?.[col - crop.left];
    parts.push(
      (kind?.name || 'empty') + (sight === 'old' ? ', remembered' + (round ? ` from round ${round}` : '') : ''),
    );
  }
  for (const piece of here) {
    if (layerOf(piece) !== index) continue;
    const kind = scene.legend[piece.kind]?.name ?? piece.kind;
    const owner = ownerName(piece.owner ?? 0);
    const words = [kind.startsWith(owner) ? '' : owner, kind, piece.label, piece.badge].filter(Boolean);
    if (piece.held) words.push('with ' + (scene.legend[piece.held]?.name ?? piece.held));
    if (piece.faded) words.push('(faint)');
    parts.push(words.join(' '));
  }
  return parts.join(', ');
}
