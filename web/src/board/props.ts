/** What a board draws, and what it does when somebody points at it. */
import type { Hand } from '../match/props';
import type { Mark, Preview, Scene } from '../scene';

export interface BoardProps {
  scene: Scene;
  game: string;
  /** Marks the client adds: what can be chosen. */
  offers?: Mark[];
  preview?: Preview | null;
  interactive?: boolean;
  /** Milliseconds of a slow step, for the pieces' travel. */
  tick?: number;
  /** What can be done at a cell, in words. */
  does?: (cell: number, layer: number) => string;
  onpick?: (cell: number, layer: number, by: Hand) => void;
  onpoint?: (cell: number, layer: number) => void;
  /** Somebody wants to know what is at a cell; -1: no longer. */
  ontell?: (cell: number, layer: number) => void;
  /** A swipe in the direction of an arrow key; whether it meant anything. */
  onswipe?: (key: string) => boolean;
}
