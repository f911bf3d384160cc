/** Outlines of many cells as one path, so that neighbours look like one body. */
import { UNIT, type Crop, type Layer, type Terrain, isShown, kindOf, sightAt, signAt } from '../scene';

type Inside = (row: number, col: number) => boolean;

/** One cell's outline, rounded where the body ends; `cut` shortens it at its south side. */
function cellPath(row: number, col: number, inside: Inside, radius: number, cut: number): string {
  const over = 0.5; // neighbours overlap a little, so that no seam shows
  const north = inside(row - 1, col);
  const south = inside(row + 1, col);
  const west = inside(row, col - 1);
  const east = inside(row, col + 1);
  const x0 = col * UNIT - (west ? over : 0);
  const x1 = (col + 1) * UNIT + (east ? over : 0);
  const y0 = row * UNIT - (north ? over : 0);
  const y1 = (row + 1) * UNIT + (south ? over : -cut);
  const nw = north || west ? 0 : radius;
  const ne = north || east ? 0 : radius;
  const se = south || east ? 0 : radius;
  const sw = south || west ? 0 : radius;
  return (
    `M${x0 + nw} ${y0}H${x1 - ne}` +
    (ne ? `q${ne} 0 ${ne} ${ne}` : '') +
    `V${y1 - se}` +
    (se ? `q0 ${se} ${-se} ${se}` : '') +
    `H${x0 + sw}` +
    (sw ? `q${-sw} 0 ${-sw} ${-sw}` : '') +
    `V${y0 + nw}` +
    (nw ? `q0 ${-nw} ${nw} ${-nw}` : '') +
    'z'
  );
}

export interface Body {
  kind: string;
  old: boolean;
  face: string;
  lip: string;
  shade: string;
}

export interface Tile {
  cell: number;
  kind: string;
  row: number;
  col: number;
  old: boolean;
}

export interface Ground {
  bodies: Body[];
  tiles: Tile[];
  remembered: string;
  fog: string;
}

/** Everything that does not move: joined bodies, single tiles, remembered floor and fog. */
export function ground(scene: Terrain, layer: Layer, crop: Crop, drawn: (kind: string) => boolean): Ground {
  const bodies = new Map<string, Body>();
  const tiles: Tile[] = [];
  let remembered = '';
  let fog = '';
  const unseen: Inside = (row, col) => !isShown(crop, row, col) || sightAt(layer, crop, row, col) === 'never';
  for (let row = crop.top; row < crop.top + crop.rows; row++) {
    for (let col = crop.left; col < crop.left + crop.cols; col++) {
      const sight = sightAt(layer, crop, row, col);
      if (sight === 'never') {
        fog += cellPath(row, col, unseen, 12, 0);
        continue;
      }
      const old = sight === 'old';
      const kind = kindOf(scene, signAt(layer, crop, row, col));
      if (old) remembered += `M${col * UNIT} ${row * UNIT}h${UNIT}v${UNIT}h${-UNIT}z`;
      if (scene.legend[kind]?.join) {
        const inside: Inside = (r, c) =>
          !isShown(crop, r, c) ||
          (kindOf(scene, signAt(layer, crop, r, c)) === kind && sightAt(layer, crop, r, c) !== 'never');
        const key = kind + (old ? '-' : '+');
        let body = bodies.get(key);
        if (!body) bodies.set(key, (body = { kind, old, face: '', lip: '', shade: '' }));
        body.face += cellPath(row, col, inside, 9, 8);
        if (!inside(row + 1, col)) {
          body.lip += cellPath(row, col, inside, 9, 0);
          body.shade += `M${col * UNIT} ${(row + 1) * UNIT - 2}h${UNIT}v7h${-UNIT}z`;
        }
      } else if (kind && drawn(kind)) tiles.push({ cell: row * scene.width + col, kind, row, col, old });
    }
  }
  return { bodies: [...bodies.values()], tiles, remembered, fog };
}

export function centre(cell: number, width: number): [number, number] {
  return [(cell % width) * UNIT + UNIT / 2, Math.floor(cell / width) * UNIT + UNIT / 2];
}

export function linePath(cells: number[], width: number): string {
  return cells.map((cell, i) => (i ? 'L' : 'M') + centre(cell, width).join(' ')).join('');
}

/** Where the arrow's head stands and how it is turned. */
export function head(cells: number[], width: number): string {
  const [x1, y1] = centre(cells[cells.length - 1], width);
  const [x0, y0] = centre(cells[Math.max(0, cells.length - 2)], width);
  return `translate(${x1} ${y1}) rotate(${(Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI})`;
}
