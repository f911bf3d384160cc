/** A board turned by half, for whoever sits at its far side. Words, names and cells of choices keep their meaning. */
import type { Layer, Mark, Piece, Preview, Scene } from '../scene';

/** The cell at which a cell is drawn, and the other way round; -1 is no cell. */
export function turnCell(scene: Scene, cell: number): number {
  return cell < 0 ? cell : scene.width * scene.height - 1 - cell;
}

export function turnMarks(scene: Scene, marks: Mark[]): Mark[] {
  const turn = (cells: number[] | undefined) => cells?.map((cell) => turnCell(scene, cell));
  return marks.map((mark) => ({ ...mark, cells: turn(mark.cells), line: turn(mark.line) }) as Mark);
}

function turnPieces(scene: Scene, pieces: Piece[]): Piece[] {
  const face = ({ facing = -1 }: Piece) => (facing < 0 ? facing : (facing + 4) % 8);
  return pieces.map((piece) => ({ ...piece, cell: turnCell(scene, piece.cell), facing: face(piece) }));
}

export function turnPreview(scene: Scene, preview: Preview | null): Preview | null {
  if (!preview) return null;
  const { marks = [], pieces = [] } = preview;
  return { ...preview, marks: turnMarks(scene, marks), pieces: turnPieces(scene, pieces) };
}

function turnLayer(layer: Layer): Layer {
  const back = (rows: string[]) => rows.map((row) => [...row].reverse().join('')).reverse();
  return {
    ...layer,
    tiles: back(layer.tiles),
    fog: layer.fog && back(layer.fog),
    seen: layer.seen?.map((row) => [...row].reverse()).reverse(),
  };
}

/** The scene as it is drawn; what can be chosen is left out, because it is found by the cells of the true board. */
export function turnScene(scene: Scene): Scene {
  const { width, height, window, labels } = scene;
  return {
    ...scene,
    layers: scene.layers.map(turnLayer),
    pieces: turnPieces(scene, scene.pieces ?? []),
    marks: turnMarks(scene, scene.marks ?? []),
    choices: [],
    window: window && [height - window[0] - window[2], width - window[1] - window[3], window[2], window[3]],
    labels: labels && {
      columns: [...(labels.columns ?? [])].reverse(),
      rows: [...(labels.rows ?? [])].reverse(),
    },
  };
}
