/** Choosing runs piece -> group -> cell; a step with one option is skipped. It knows choices, not games. */
import { OWN_LETTERS } from '../keys';
import { cellOf, layerOf, nameOf, type Choice, type Mark, type Piece, type Scene } from '../scene';
import type { Chosen } from '../storage';
import { dangerText } from './danger';

/** What came of picking something: a choice to play, one that is refused, a step towards one, or nothing. */
export type Picked = { play: Choice } | { refused: Choice } | { selected: true } | null;

/** What comes of picking a single choice. */
export function pickedOf(choice: Choice): { play: Choice } | { refused: Choice } {
  return choice.why ? { refused: choice } : { play: choice };
}

/** The directions of keys, as rows and columns to go. */
const ARROWS: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
const NUMPAD: Record<string, [number, number]> = {
  Numpad7: [-1, -1],
  Numpad8: [-1, 0],
  Numpad9: [-1, 1],
  Numpad4: [0, -1],
  Numpad6: [0, 1],
  Numpad1: [1, -1],
  Numpad2: [1, 0],
  Numpad3: [1, 1],
};

export function sameKey(key: string, pressed: string): boolean {
  return key !== '' && (key.length === 1 ? key.toLowerCase() === pressed.toLowerCase() : key === pressed);
}

export interface Group {
  name: string;
  choices: Choice[];
  key: string;
  cost: number;
  refused: string;
  danger: boolean;
}

export class Chooser {
  private chosenPiece = $state('');
  private chosenGroup = $state('');
  private typed = $state('');

  /** `apart` are words that have a control of their own elsewhere; `isTurned` says which way is up on the screen. */
  constructor(
    private readonly scene: () => Scene | null,
    private readonly choices: () => Choice[],
    private readonly apart: string[] = [],
    private readonly isTurned: (scene: Scene) => boolean = () => false,
  ) {}

  /** All choices; where each piece has just one, the piece is no step of its own. */
  readonly all = $derived.by(() => {
    const choices = this.choices().filter((choice) => !this.apart.includes(choice.word));
    const counts = new Map<string, number>();
    for (const { piece } of choices) if (piece) counts.set(piece, (counts.get(piece) ?? 0) + 1);
    return [...counts.values()].every((count) => count === 1)
      ? choices.map((choice) => (choice.piece ? { ...choice, piece: '' } : choice))
      : choices;
  });
  readonly pieces = $derived.by(() => [...new Set(this.all.map((choice) => choice.piece ?? '').filter(Boolean))]);
  readonly piece = $derived.by(() =>
    this.pieces.length === 1 ? this.pieces[0] : this.pieces.includes(this.chosenPiece) ? this.chosenPiece : '',
  );
  /** Choices of the piece, and those of no piece. */
  readonly ofPiece = $derived.by(() => this.all.filter((choice) => !choice.piece || choice.piece === this.piece));
  readonly groups = $derived.by<Group[]>(() => {
    const grouped = this.ofPiece.filter((choice) => choice.group && !choice.main);
    const names = [...new Set(grouped.map((choice) => choice.group!))];
    const taken = new Set([...this.all.map((choice) => (choice.key ?? '').toLowerCase()), ...OWN_LETTERS]);
    return names.map((name) => {
      const choices = grouped.filter((choice) => choice.group === name);
      const open = choices.filter((choice) => !choice.why);
      const keys = new Set(choices.map((choice) => choice.key ?? ''));
      return {
        name,
        choices,
        key: keys.size === 1 ? [...keys][0] || letterFor(name, taken) : '',
        cost: Math.min(...(open.length ? open : choices).map((choice) => choice.cost ?? 0)),
        refused: open.length ? '' : (choices[0].why ?? ''),
        danger: open.length > 0 && open.every((choice) => choice.danger),
      };
    });
  });
  readonly group = $derived.by(() =>
    this.groups.length === 1
      ? this.groups[0].name
      : this.groups.some(({ name }) => name === this.chosenGroup)
        ? this.chosenGroup
        : '',
  );
  /** Whether a group has to be chosen among several and none is yet. */
  readonly groupOpen = $derived.by(() => this.groups.length > 1 && this.group === '');
  /**
   * What the board offers now. Without a chosen group those are the places of all groups, or of the first that has any
   * if several want the same place.
   */
  readonly candidates = $derived.by(() => {
    const placed = this.groups.filter((group) => group.choices.some((choice) => cellOf(choice) >= 0 && !choice.why));
    const places = placed.map(
      (group) => new Set(group.choices.map((choice) => `${layerOf(choice)}/${cellOf(choice)}`)),
    );
    const distinct = new Set(places.flatMap((set) => [...set])).size;
    const isDisjoint = distinct === places.reduce((sum, set) => sum + set.size, 0);
    const names = this.group ? [this.group] : (isDisjoint ? placed : placed.slice(0, 1)).map((group) => group.name);
    return this.ofPiece.filter((choice) => !choice.main && (!choice.group || names.includes(choice.group)));
  });
  /** Buttons of the last step: those of the chosen group and those of none. */
  readonly buttons = $derived.by(() =>
    this.ofPiece.filter((choice) => (this.groupOpen ? !choice.group : !choice.group || choice.group === this.group)),
  );
  readonly stepped = $derived.by(() => this.chosenPiece !== '' || this.chosenGroup !== '');

  at(cell: number, layer: number): Choice[] {
    return this.candidates.filter((choice) => cellOf(choice) === cell && layerOf(choice) === layer);
  }

  pieceAt(cell: number, layer: number): Piece | undefined {
    if (this.pieces.length < 2) return undefined;
    return (this.scene()?.pieces ?? []).find(
      (piece) => piece.cell === cell && layerOf(piece) === layer && this.pieces.includes(piece.id),
    );
  }

  /** A place was picked on the board. */
  pick(cell: number, layer: number): Picked {
    const here = this.at(cell, layer);
    const open = here.find((choice) => !choice.why);
    const piece = this.pieceAt(cell, layer);
    if (open && !(piece && piece.id !== this.piece && !this.chosenGroup)) return { play: open };
    if (piece && piece.id !== this.piece) {
      this.choosePiece(piece.id);
      return { selected: true };
    }
    return here.length ? { refused: here[0] } : null;
  }

  choosePiece(piece: string): void {
    this.chosenPiece = piece;
    this.chosenGroup = '';
  }

  /** A group was picked; a group of one choice is that choice. */
  chooseGroup(name: string): Picked {
    const group = this.groups.find((group) => group.name === name);
    if (!group) return null;
    if (group.refused) return { refused: group.choices[0] };
    const open = group.choices.filter((choice) => !choice.why);
    if (open.length === 1) return { play: open[0] };
    this.chosenGroup = this.chosenGroup === name ? '' : name;
    return { selected: true };
  }

  /** Go back a step; false if there is none. */
  back(): boolean {
    this.typed = '';
    if (this.chosenGroup) this.chosenGroup = '';
    else if (this.chosenPiece) this.chosenPiece = '';
    else return false;
    return true;
  }

  /** There is something else to choose between: the piece stays chosen, the group does not. */
  settle(): void {
    this.chosenGroup = '';
    this.typed = '';
  }

  /** Let go of the chosen piece if it can do nothing more, so that another one is asked for. */
  letGo(): void {
    if (this.isSpent(this.chosenPiece)) this.chosenPiece = '';
  }

  /** Whether all that a piece could do is refused now. */
  private isSpent(piece: string): boolean {
    const own = this.all.filter((choice) => choice.piece === piece);
    return own.length > 0 && own.every((choice) => choice.why);
  }

  /** All choices in a form that can be compared with those before a reload. */
  private get among(): string {
    return this.all.map((choice) => choice.word).join('\n');
  }

  /** How far the choice has come; null if nothing has been chosen yet. */
  get chosen(): Chosen | null {
    if (!this.stepped && !this.typed) return null;
    return { among: this.among, piece: this.chosenPiece, group: this.chosenGroup, typed: this.typed };
  }

  /** Go on where the choice had come to, if it is the same choice. */
  resume(chosen: Chosen): void {
    if (chosen.among !== this.among) return;
    this.chosenPiece = chosen.piece;
    this.chosenGroup = chosen.group;
    this.typed = chosen.typed;
  }

  /** Whether a key would choose something, or begin to. */
  knows({ key, code }: { key: string; code: string }): boolean {
    const pieces = (this.scene()?.pieces ?? []).filter((piece) => this.pieces.includes(piece.id));
    const labels = pieces.map((piece) => piece.label ?? '');
    const keys = [...this.all.map((choice) => choice.key ?? ''), ...this.groups.map((group) => group.key), ...labels];
    const digit = /^\d$/.test(key) && keys.some((other) => /^\d\d+$/.test(other) && other.startsWith(key));
    return (
      digit || keys.some((other) => sameKey(other, key)) || (this.all.length > 0 && (key in ARROWS || code in NUMPAD))
    );
  }

  /** A key was pressed: a choice's own, a group's, a digit, a piece's, or a direction from the chosen piece. */
  press({ key, code }: { key: string; code: string }): Picked {
    const hasKey = (choice: Choice) => sameKey(choice.key ?? '', key);
    const offered = this.candidates.filter(hasKey);
    const keyed = offered.length ? offered : this.ofPiece.filter(hasKey);
    if (keyed.length) return this.pickKeyed(keyed);
    const group = this.groups.length > 1 ? this.groups.find((other) => sameKey(other.key, key)) : undefined;
    if (group) return this.chooseGroup(group.name);
    return this.typeDigit(key) ?? this.pickLabelled(key) ?? this.pickInDirection(NUMPAD[code]);
  }

  /** Pick among choices that have the same key: the only one, the group they share, else the first that is open. */
  private pickKeyed(keyed: Choice[]): Picked {
    const open = keyed.filter((choice) => !choice.why);
    if (open.length === 1 && keyed.length === 1) return { play: open[0] };
    const groups = new Set(keyed.map((choice) => choice.group ?? ''));
    if (groups.size === 1 && !groups.has('')) return this.chooseGroup([...groups][0]);
    return pickedOf(open[0] ?? keyed[0]);
  }

  /** A key was pressed that may be a digit of a choice's number; null if it is of none. */
  private typeDigit(key: string): Picked {
    const digits = /^\d$/.test(key) ? this.typed + key : '';
    const numbered = digits ? this.ofPiece.filter((choice) => /^\d\d+$/.test(choice.key ?? '')) : [];
    const matching = numbered.filter((choice) => choice.key!.startsWith(digits));
    const exact = matching.find((choice) => choice.key === digits);
    this.typed = exact || !matching.length ? '' : digits;
    if (exact) return pickedOf(exact);
    return matching.length ? { selected: true } : null;
  }

  /** Choose the piece whose label was pressed; null if there is none. */
  private pickLabelled(key: string): Picked {
    if (this.pieces.length < 2) return null;
    const labelled = (this.scene()?.pieces ?? []).find(
      (piece) => this.pieces.includes(piece.id) && sameKey(piece.label ?? '', key),
    );
    if (!labelled) return null;
    this.choosePiece(labelled.id);
    return { selected: true };
  }

  /** Pick the place that lies in a direction from the chosen piece; null if there is none. */
  private pickInDirection(way: [number, number] | undefined): Picked {
    const scene = this.scene();
    const start = this.piece ? scene?.pieces?.find((piece) => piece.id === this.piece) : undefined;
    if (!scene || !way || !start) return null;
    const [rows, cols] = this.isTurned(scene) ? way.map((step) => -step) : way;
    const target = this.candidates.find((choice) => inDirection(scene, start.cell, cellOf(choice), [rows, cols]));
    return target ? pickedOf(target) : null;
  }

  /** Whether some choice claims this key now. */
  claims(key: string): boolean {
    return this.ofPiece.some((choice) => sameKey(choice.key ?? '', key));
  }

  /** The marks of what can be picked. The scene's own are better while nothing has been chosen. */
  marks(): Mark[] {
    const scene = this.scene();
    if (!scene) return [];
    const own = (scene.marks ?? []).some((mark) => ['choice', 'target', 'reach'].includes(mark.style));
    if (this.pieces.length > 1 && !this.piece) {
      if (own) return [];
      const pieces = (scene.pieces ?? []).filter((piece) => this.pieces.includes(piece.id) && !this.isSpent(piece.id));
      const cellsOn = (layer: number) => pieces.filter((piece) => layerOf(piece) === layer).map((piece) => piece.cell);
      const marks = [...scene.layers.keys()].map((layer) => ({ style: 'choice', layer, cells: cellsOn(layer) }));
      return marks.filter((mark) => mark.cells.length);
    }
    const chosen = (scene.pieces ?? []).find((piece) => this.pieces.length > 1 && piece.id === this.piece);
    const marks: Mark[] = chosen ? [{ style: 'target', layer: layerOf(chosen), cells: [chosen.cell] }] : [];
    if (own && !this.stepped) return marks;
    for (const layer of scene.layers.keys()) {
      const open = this.candidates.filter((choice) => !choice.why && cellOf(choice) >= 0 && layerOf(choice) === layer);
      const safe = [...new Set(open.filter((choice) => !choice.danger && !choice.idle).map(cellOf))];
      const deadly = [...new Set(open.filter((choice) => choice.danger).map(cellOf))];
      const priced = open.some((choice) => choice.then?.length); // a walk: each cell shows how far it is
      const price = (cell: number) =>
        Math.min(...open.filter((choice) => cellOf(choice) === cell).map((choice) => choice.cost ?? 0));
      if (safe.length)
        marks.push({
          style: safe.length > 24 && !priced ? 'reach' : 'choice',
          layer,
          cells: safe,
          ticks: priced ? safe.map(price) : [],
        });
      if (deadly.length) marks.push({ style: 'danger', layer, cells: deadly });
    }
    return marks;
  }

  /** What can be done at a cell, in words. */
  does(cell: number, layer: number): string {
    const piece = this.pieceAt(cell, layer);
    const open = this.at(cell, layer).filter((choice) => !choice.why);
    const words = open.map((choice) => [nameOf(choice), dangerText(choice)].filter(Boolean).join(', '));
    if (piece && piece.id !== this.piece) words.push('can be chosen');
    return words.join(', ');
  }

  /** The choice an arrow would mean from the chosen piece, if a group of places is open. */
  toward(key: string): Choice | undefined {
    const scene = this.scene();
    const way = ARROWS[key];
    const start = scene?.pieces?.find((piece) => piece.id === this.piece);
    if (!scene || !way || !start || !this.group) return undefined;
    const [rows, cols] = this.isTurned(scene) ? way.map((step) => -step) : way;
    const open = this.candidates.filter((choice) => !choice.why);
    return open.find((choice) => inDirection(scene, start.cell, cellOf(choice), [rows, cols]));
  }
}

/** A key for a group that names none: the first letter of its name that is free. */
function letterFor(name: string, taken: Set<string>): string {
  const letter = [...name.toLowerCase()].find((sign) => /[a-z]/.test(sign) && !taken.has(sign)) ?? '';
  taken.add(letter);
  return letter;
}

function inDirection(scene: Scene, from: number, to: number, [rows, cols]: [number, number]): boolean {
  if (to < 0) return false;
  const dr = Math.floor(to / scene.width) - Math.floor(from / scene.width);
  const dc = (to % scene.width) - (from % scene.width);
  const far = Math.max(Math.abs(dr), Math.abs(dc));
  return far > 0 && dr === rows * far && dc === cols * far;
}
