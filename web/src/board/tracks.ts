/** The rows or columns of a board's cells, for the browser's grid. */
import { UNIT } from '../scene';

/** So many tracks, of which `rim` units are cut off the first and the last. */
export function tracks(count: number, rim: number): string {
  const end = `${UNIT - rim}fr`;
  return count > 2 ? `${end} repeat(${count - 2}, ${UNIT}fr) ${end}` : Array<string>(count).fill(end).join(' ');
}
