/** A level's text as a scene: at once from its signs, and where nothing was changed as the hall has drawn it. */
import type { Area, Draft, Sign } from '../generated/messages';
import type { Layer, Piece, Scene } from '../scene';
import { signInText } from './text';

/** A text that the hall has drawn. */
export interface Good {
  text: string;
  scene: Scene;
  areas: Area[];
}

/** The scene of a text that may have defects. */
export function sketch(text: string, draft: Draft, good: Good | null): Scene {
  const areas = draft.areas ?? [];
  const width = Math.max(1, ...areas.map((area) => area.columns));
  const height = Math.max(1, ...areas.map((area) => area.rows));
  const lines = text.split('\n');
  const signs = new Map((draft.signs ?? []).map((sign) => [sign.sign, sign]));
  const base =
    good &&
    good.scene.width === width &&
    good.scene.height === height &&
    good.scene.layers.length === areas.length &&
    !good.scene.window
      ? good
      : null;
  const before = base?.text.split('\n') ?? [];
  const there = base ? piecesOf(base.scene) : new Map<string, Piece[]>();
  const pieces: Piece[] = [];
  const layers = areas.map((area, layer): Layer => {
    const tiles = Array.from({ length: height }, (_, row) =>
      Array.from({ length: width }, (_, col) => {
        const cell = row * width + col;
        const sign = signInText(lines, draft, area, row, col);
        if (base && signInText(before, draft, base.areas[layer], row, col) === sign) {
          pieces.push(...(there.get(`${layer}/${cell}`) ?? []));
          return base.scene.layers[layer].tiles[row]?.[col] ?? ' ';
        }
        return look(signs.get(sign), sign, cell, layer, pieces, draft);
      }).join(''),
    );
    return { tiles, name: area.name, tone: area.tone };
  });
  const marks = (base?.scene.marks ?? []).filter((mark) => mark.line?.length);
  return {
    width,
    height,
    legend: base?.scene.legend ?? draft.legend ?? {},
    layers,
    pieces,
    marks,
    window: [0, 0, height, width],
  };
}

const named = new WeakMap<Scene, Map<string, Piece[]>>();

/** The pieces of a scene by layer and cell, named after their places: from one scene to the next nothing travels. */
function piecesOf(scene: Scene): Map<string, Piece[]> {
  const byPlace = named.get(scene) ?? new Map<string, Piece[]>();
  if (named.has(scene)) return byPlace;
  for (const piece of scene.pieces ?? []) {
    const place = `${piece.layer ?? 0}/${piece.cell}`;
    const here = byPlace.get(place) ?? [];
    here.push({ ...piece, id: `${place}/${piece.kind}/${here.length}` });
    byPlace.set(place, here);
  }
  named.set(scene, byPlace);
  return byPlace;
}

/** The tile of a sign; a piece on it is added. A sign that nobody knows is shown as it is written. */
function look(
  known: Sign | undefined,
  sign: string,
  cell: number,
  layer: number,
  pieces: Piece[],
  draft: Draft,
): string {
  const tile = (kind: string) => draft.legend?.[kind]?.text ?? ' ';
  if (known && !known.under) return tile(known.kind);
  if (known)
    pieces.push({
      id: `${layer}/${cell}/${known.kind}/0`,
      kind: known.kind,
      cell,
      layer,
      owner: known.owner,
      label: known.label,
      badge: known.badge,
    });
  else if (sign.trim()) pieces.push({ id: `${layer}/${cell}/?`, kind: '', cell, layer, label: sign });
  return known?.under ? tile(known.under) : '\0';
}
