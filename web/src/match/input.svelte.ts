/**
 * Everything a player does at a table: keys, clicks, taps and swipes become choices. What comes too early waits as
 * strokes and is played in order as soon as it can be.
 */
import { cellOf, layerOf, type Choice } from '../scene';
import { isTurned, reduced, settings } from '../settings.svelte';
import { play as playSound } from '../sound';
import type { Stroke } from '../storage';
import { Chooser, pickedOf, type Picked } from './chooser.svelte';
import { isAskedAbout, isGrave } from './danger';
import { Pointing, describe } from './pointing.svelte';
import type { Cursor, Hand, TableProps } from './props';
import { Scrubber } from './scrubber.svelte';

const APART = ['resign']; // words that have a control of their own elsewhere
const NAMED_KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Enter', 'Backspace', 'Delete'];
const NONE: Choice[] = [];

/** A key as it was typed; `film` says that a film was running. */
type KeyStroke = { key: string; code: string; shiftKey: boolean; film?: boolean };

export class TableInput {
  readonly chooser: Chooser;
  /** What can be chosen when the film that is running, or the act on its way, is over. */
  readonly soon: Chooser;
  readonly pointing: Pointing;
  readonly scrubber: Scrubber;
  /** The choice that is asked about: whether it is really meant. */
  question = $state.raw<Choice | null>(null);
  cursor = $state.raw<Cursor | undefined>();
  /** What shakes when something is refused. */
  shaking = $state.raw<HTMLElement | undefined>();

  /** `props` are read anew each time. */
  constructor(private readonly props: TableProps) {
    this.chooser = new Chooser(
      () => (this.open ? props.scene : null),
      () => (this.open ? this.choices : NONE),
      APART,
      isTurned,
    );
    this.soon = new Chooser(
      () => props.newest ?? null,
      () => props.newest?.choices ?? NONE,
      APART,
      isTurned,
    );
    this.pointing = new Pointing(props, this.chooser);
    this.scrubber = new Scrubber(async () => (await props.frames?.()) ?? null);
  }

  /** Whether choices can be picked: now, or, where moves can be taken back, also while an act is on its way. */
  get open(): boolean {
    const { active, pending, hasty, film } = this.props;
    return !!active || (!!pending && !!hasty && !film);
  }

  /** What can be chosen: nothing while a film runs, else what the newest scene offers, even while pieces still move. */
  readonly choices = $derived.by(() => (this.props.film ? NONE : (this.props.newest?.choices ?? NONE)));

  refuse(text: string, ruling = ''): void {
    this.pointing.refusal = text;
    this.pointing.ruling = ruling;
    playSound('refuse');
    const frames = { transform: ['none', 'translateX(-4px)', 'translateX(4px)', 'none'] };
    if (!reduced()) this.shaking?.animate(frames, { duration: 120 });
  }

  choose(choice: Choice): void {
    this.handle(pickedOf(choice));
  }

  play(choice: Choice): void {
    this.pointing.disarm();
    this.props.onchosen?.(null); // it is complete
    this.props.oninput?.();
    this.props.onplay?.(choice);
  }

  /** The question is answered; after a no, what was typed in the hope of a yes is dropped. */
  answered(yes: boolean): void {
    this.question = null;
    if (!yes) this.props.ontyped?.([]);
  }

  /** Play what was typed too early, in order; a question comes first. */
  playTyped(): void {
    while (this.props.active && !this.question && this.props.typed?.length) {
      const [stroke, ...more] = this.props.typed;
      this.props.ontyped?.(more);
      if ('key' in stroke) this.press(stroke);
      else if ('cell' in stroke) {
        const at = stroke.keys ? this.cursor?.focused() : undefined; // arrows typed before have moved the cursor
        this.pick(at?.cell ?? stroke.cell, at?.layer ?? stroke.layer, stroke.keys ? 'keys' : 'mouse');
      } else {
        const choice = this.chooser.all.find((other) => other.word === stroke.word);
        if (choice) this.choose(choice);
      }
    }
  }

  /** Let something wait until it can be played; whoever types into a film has seen enough of it. */
  private wait(stroke: Stroke): void {
    this.props.ontyped?.([...(this.props.typed ?? []), stroke]);
    if (this.props.film) this.props.oninput?.();
  }

  /** Do what comes of picking something: play it, ask about it, say why not, or let it wait. */
  handle(picked: Picked, by: Hand = 'mouse'): void {
    const { active, duel } = this.props;
    const { pointing } = this;
    if (picked && this.open && !active && 'play' in picked) this.wait({ word: picked.play.word });
    if (!picked || !active) return;
    this.scrubber.at = -1;
    if ('refused' in picked) {
      this.refuse(picked.refused.why || 'That cannot be done now.', picked.refused.rule);
      return;
    }
    if ('selected' in picked) {
      pointing.disarm();
      return;
    }
    pointing.refusal = '';
    const choice = picked.play;
    const isCareful = settings.taps === 'auto' && (duel || isGrave(choice));
    const takesTwo = by === 'touch' && (settings.taps === 'two' || isCareful);
    if (takesTwo && pointing.armed?.action !== choice.action) {
      pointing.armed = choice;
      void pointing.point(choice);
    } else if (isAskedAbout(choice, settings.asks)) {
      this.question = choice;
      playSound('warn');
    } else this.play(choice);
  }

  /** A place on the board was picked. */
  pick(cell: number, layer: number, by: Hand): void {
    const { pointing } = this;
    if (!this.props.active) {
      if (this.props.pending && (by === 'keys' || this.open)) this.wait({ cell, layer, keys: by === 'keys' });
      else pointing.description = describe(this.scrubber.drawn(this.props.scene), cell, layer);
      return;
    }
    this.props.oninput?.();
    // Where nothing on the board can be picked, Enter is meant for the choice that bears its name.
    const isEmpty = this.chooser.all.every((choice) => choice.why || cellOf(choice) < 0);
    const main = isEmpty && by === 'keys' ? this.chooser.press({ key: 'Enter', code: '' }) : null;
    const picked = main ?? this.chooser.pick(cell, layer);
    if (picked) this.handle(picked, by);
    else {
      pointing.disarm();
      pointing.description = describe(this.scrubber.drawn(this.props.scene), cell, layer);
    }
  }

  private swipe(key: string): boolean {
    if (this.props.pending && this.soon.claims(key)) {
      this.wait({ key, code: '', shiftKey: false, film: !!this.props.film });
      return true;
    }
    if (!this.props.active || !this.chooser.claims(key)) return false;
    this.props.oninput?.();
    this.handle(this.chooser.press({ key, code: '' }), 'mouse');
    return true;
  }

  /** What a swipe does; undefined if no choice is an arrow, so that a finger scrolls the page. */
  readonly swipes = $derived.by(() => {
    const chooser = this.props.active ? this.chooser : this.props.pending ? this.soon : null;
    const claims = chooser?.claims('ArrowUp') || chooser?.claims('ArrowLeft');
    return claims ? (key: string) => this.swipe(key) : undefined;
  });

  keydown(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    const { pending, film, typed } = this.props;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector('dialog[open]') || target.closest('input, select, textarea')) return;
    if (target.closest('button, a, summary') && (event.key === 'Enter' || event.key === ' ')) return;
    const writes = event.key.length === 1 || NAMED_KEYS.includes(event.key);
    if (pending && writes && (!film || this.soon.knows(event))) {
      // A key that is held down is not typed again and again: what it would do waits until it can be seen.
      const { key, code, shiftKey } = event;
      if (!event.repeat) this.wait({ key, code, shiftKey, film: !!film });
      event.preventDefault();
    } else if (event.key === 'Escape' && typed?.length) {
      this.props.ontyped?.([]);
      event.preventDefault();
    } else if (this.press(event)) event.preventDefault();
  }

  /** Do what a key means now; false if it means nothing here. */
  private press(stroke: KeyStroke): boolean {
    const { key, shiftKey } = stroke;
    const { active, onkey } = this.props;
    const isArrow = key.startsWith('Arrow');
    if (isArrow && shiftKey) return this.cursor?.moveCursor(key) ?? false;
    if (active && !(shiftKey && key.length > 1) && this.pressChoice(stroke, isArrow)) return true;
    if (key === 'Escape') {
      const isBack = this.chooser.back();
      if (this.pointing.disarm() || isBack) return true;
    }
    if (onkey?.(stroke)) return true;
    return (isArrow ? this.cursor?.moveCursor(key) : this.cursor?.zoom(key)) ?? false;
  }

  /** Choose by key, or go a step towards it; false if the key means nothing yet. */
  private pressChoice(stroke: KeyStroke, isArrow: boolean): boolean {
    const { key, shiftKey } = stroke;
    const { chooser, cursor } = this;
    this.props.oninput?.();
    const isClaimed = chooser.candidates.some((choice) => choice.key === key);
    const toward = isArrow && !isClaimed ? chooser.toward(key) : undefined;
    if (toward && !cursor?.hasFocus()) {
      cursor?.focusCell(toward.cell!, layerOf(toward));
      return true;
    }
    const isCapital = key !== key.toLowerCase() && shiftKey;
    if (chooser.claims(key) && isCapital && this.props.onkey?.(stroke)) return true; // the page's own, as restart
    const picked = chooser.press(stroke);
    if (!picked) return false;
    if (stroke.film && 'play' in picked && picked.play.main) return true; // meant to end the film, not the turn
    this.handle(picked, 'keys');
    if ('selected' in picked) this.focusStep();
    else if ('play' in picked && cursor?.hasFocus() && cellOf(picked.play) >= 0)
      cursor.focusCell(cellOf(picked.play), layerOf(picked.play));
    return true;
  }

  /** After a step chosen by key the cursor stands where the next one begins. */
  private focusStep(): void {
    const start = this.props.scene.pieces?.find((piece) => piece.id === this.chooser.piece);
    const first = this.chooser.candidates.find((choice) => !choice.why && cellOf(choice) >= 0);
    if (start) this.cursor?.focusCell(start.cell, layerOf(start));
    else if (first) this.cursor?.focusCell(cellOf(first), layerOf(first));
  }
}
