/** A level's text as something to draw on: reading and changing single signs, rows and columns. */
import type { Area, Defect, Draft, Sign } from '../generated/messages';

/** A cell of one of the level's boards. */
export interface BoardPlace {
  layer: number;
  row: number;
  col: number;
}

/** The sign that the text has for a cell of an area; where a line is too short, the one that pads it. */
export function signInText(lines: string[], draft: Draft, area: Area, row: number, col: number): string {
  return [...(lines[area.line - 1 + row] ?? '')][col] ?? draft.pad ?? ' ';
}

/** The rows of an area, each as long as the area is wide. */
function rowsOf(lines: string[], draft: Draft, area: Area): string[][] {
  return Array.from({ length: area.rows }, (_, row) =>
    Array.from({ length: area.columns }, (_, col) => signInText(lines, draft, area, row, col)),
  );
}

/**
 * The text with a sign drawn at some cells. A sign that may be there only once leaves its old place; one that needs a
 * line of its own in the text gets it.
 */
export function draw(
  text: string,
  draft: Draft,
  layer: number,
  cells: { row: number; col: number }[],
  sign: Sign,
): string {
  const lines = text.split('\n');
  const area = draft.areas?.[layer];
  if (!area || !cells.length) return text;
  if (sign.once) {
    for (const other of draft.areas ?? [])
      for (let row = 0; row < other.rows; row++) {
        const at = other.line - 1 + row;
        lines[at] = (lines[at] ?? '').replaceAll(sign.sign, draft.fill ?? '');
      }
  }
  for (const { row, col } of sign.once ? cells.slice(-1) : cells) {
    const at = area.line - 1 + row;
    const signs = [...(lines[at] ?? '')];
    while (signs.length < col) signs.push(draft.pad ?? ' ');
    signs[col] = sign.sign;
    lines[at] = signs.join('');
  }
  if (sign.line && !lines.includes(sign.line)) {
    while (lines.length && !lines[lines.length - 1].trim()) lines.pop();
    lines.push(sign.line, '');
  }
  return lines.join('\n');
}

export type Side = 'top' | 'bottom' | 'left' | 'right';

/**
 * The text with a row or column more or less at one side of every board, and where the boards are then. A rim of one
 * sign stays the rim.
 */
export function resize(text: string, draft: Draft, side: Side, by: 1 | -1): { text: string; areas: Area[] } {
  const lines = text.split('\n');
  const areas: Area[] = [];
  let moved = 0;
  for (const area of draft.areas ?? []) {
    const rows = rowsOf(lines, draft, { ...area, line: area.line + moved });
    const turned = side === 'left' || side === 'right';
    const bands = changed(turned ? transposed(rows) : rows, side === 'top' || side === 'left', by, draft.fill ?? '.');
    const resized = turned ? transposed(bands) : bands;
    lines.splice(area.line - 1 + moved, area.rows, ...resized.map((row) => row.join('')));
    areas.push({ ...area, line: area.line + moved, rows: resized.length, columns: resized[0]?.length ?? 0 });
    moved += resized.length - area.rows;
  }
  return { text: lines.join('\n'), areas };
}

function transposed(rows: string[][]): string[][] {
  return (rows[0] ?? []).map((_, col) => rows.map((row) => row[col]));
}

function changed(rows: string[][], first: boolean, by: 1 | -1, fill: string): string[][] {
  const bands = first ? [...rows] : [...rows].reverse();
  const rim = bands.length > 2 && new Set(bands[0]).size === 1 && bands[0][0] !== fill ? 1 : 0;
  if (by > 0) {
    const beside = bands[rim] ?? [];
    bands.splice(
      rim,
      0,
      beside.map((sign, at) => (rim && (at === 0 || at === beside.length - 1) ? sign : fill)),
    );
  } else if (bands.length > 1) bands.splice(rim, 1);
  return first ? bands : bands.reverse();
}

/**
 * The line of the whole text (from 1) that a defect means: it counts within its file, and files are joined by lines
 * `---`.
 */
export function lineOf(text: string, files: string[], defect: Defect): number {
  if (!defect.line) return 0;
  const before = defect.file ? Math.max(0, files.indexOf(defect.file)) : 0;
  return defect.line + (before ? (starts(text, files)[before] ?? 0) : 0);
}

/** How many lines stand before each file of a text. */
export function starts(text: string, files: string[]): number[] {
  const before = [0];
  if (files.length > 1)
    text
      .split('\n')
      .forEach((line, at) => line.trim() === '---' && before.length < files.length && before.push(at + 1));
  return before;
}

/** The cell that a line and column of the text (from 1) is. */
export function placeOf(draft: Draft, line: number, column: number): BoardPlace | null {
  const layer = (draft.areas ?? []).findIndex(
    (area) => line >= area.line && line < area.line + area.rows && column >= 1 && column <= area.columns,
  );
  return layer < 0 ? null : { layer, row: line - draft.areas![layer].line, col: column - 1 };
}

/** The cells from one to another in a straight line: a fast stroke leaves no gaps. */
export function between(
  from: { row: number; col: number },
  to: { row: number; col: number },
): { row: number; col: number }[] {
  const count = Math.max(Math.abs(to.row - from.row), Math.abs(to.col - from.col));
  return Array.from({ length: count + 1 }, (_, at) => ({
    row: Math.round(from.row + ((to.row - from.row) * at) / Math.max(1, count)),
    col: Math.round(from.col + ((to.col - from.col) * at) / Math.max(1, count)),
  }));
}

export function titleOf(text: string): string {
  return /^\s*;\s*title:[ \t]*(.*\S)/im.exec(text)?.[1] ?? '';
}
