/**
 * The one language of danger: what a choice threatens, as a look and in words, for buttons, cells and speech. A fatal
 * choice surely loses, a risky one in some cases, a wasted one costs and changes nothing, an impossible one is refused.
 */
import type { Choice } from '../scene';

export type Danger = '' | 'fatal' | 'risky' | 'wasted' | 'impossible';

/** A choice that loses so often is handled like one that surely does. */
const GRAVE = 50;

export function dangerOf(choice: Choice): Danger {
  if (choice.why) return 'impossible';
  if (choice.gives_up) return '';
  if (choice.danger) return 'fatal';
  if (choice.risk || choice.hopeless) return 'risky';
  return choice.idle ? 'wasted' : '';
}

/** The danger in words, as they stand on a button and are spoken; "" if there is none. */
export function dangerText(choice: Choice): string {
  const danger = dangerOf(choice);
  if (danger === 'fatal') return 'loses';
  if (danger === 'risky') return choice.odds || 'no way out';
  return danger === 'wasted' ? 'no effect' : '';
}

/** Whether a tap on a choice only shows what it would do, so that it takes a second one. */
export function isGrave(choice: Choice): boolean {
  return choice.danger === true || (choice.risk ?? 0) >= GRAVE;
}

/** Whether it is asked about before it is played: always what gives up, and what surely loses if people want that. */
export function isAskedAbout(choice: Choice, asks: boolean): boolean {
  const loses = choice.danger || choice.hopeless;
  return !!choice.confirm && (asks || !loses || choice.gives_up === true);
}
