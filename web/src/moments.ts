/**
 * A moment is what one viewer sees after one step, as in the package's `match.py`. The hall sends only what a step
 * changes; here, and nowhere else, changes are merged into whole scenes.
 */
import type { Changed, Piece, Replay, Scene, Step } from './generated/messages';

export interface Moment {
  step: Step;
  /** The whole scene after the step. */
  scene: Scene;
}

/** The scene after a change; null means that a field has none. */
function merge(scene: Scene, changed: Changed): Scene {
  const merged = { ...scene, ...changed } as Scene;
  if (changed.pieces && scene.pieces) merged.pieces = keepSame(scene.pieces, changed.pieces);
  return merged;
}

/** Pieces with those that have not changed as they were: the same object, so that nothing is drawn anew. */
function keepSame(before: Piece[], now: Piece[]): Piece[] {
  const known = new Map(before.map((piece) => [piece.id, piece]));
  return now.map((piece) => {
    const old = known.get(piece.id);
    return old && isSame(old, piece) ? old : piece;
  });
}

function isSame(a: Piece, b: Piece): boolean {
  const keys = Object.keys(a) as (keyof Piece)[];
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

/** The moments that steps lead through, beginning after `scene`. */
export function momentsOf(scene: Scene, steps: Step[]): Moment[] {
  return steps.map((step) => {
    scene = merge(scene, step.changed);
    return { step, scene };
  });
}

/** The scene that moments end with; `before`, if there are none. */
export function sceneAfter(before: Scene, moments: { scene: Scene }[]): Scene {
  return moments.at(-1)?.scene ?? before;
}

/** Each ply of a part of a match as its moments. */
export function pliesOf(replay: Replay): Moment[][] {
  let scene = replay.first;
  return replay.shown.map((ply) => {
    const moments = momentsOf(scene, ply.steps);
    scene = sceneAfter(scene, moments);
    return moments;
  });
}
