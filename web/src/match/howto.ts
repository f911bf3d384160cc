/**
 * How choices are made, in one line, for whoever sees a board for the first time: read off the choices, of whatever
 * game.
 */
import { cellOf, layerOf, nameOf, type Choice, type Scene } from '../scene';

export function howTo(scene: Scene, choices: Choice[], touch: boolean): string {
  const open = choices.filter((choice) => !choice.why && cellOf(choice) >= 0);
  if (!open.length) return '';
  const arrows = open.some((choice) => choice.key?.startsWith('Arrow'));
  const focus = scene.layers.findIndex((layer) => layer.focus !== false);
  const other = scene.layers.length > 1 ? open.find((choice) => layerOf(choice) !== focus) : undefined;
  const verb = touch ? 'Tap' : 'Click';
  const lines = [`${verb} a yellow cell${arrows ? (touch ? ', or swipe' : ', or use the arrow keys') : ''}.`];
  if (other) {
    const key = !touch && other.key ? `, or press ${other.key.toUpperCase()}` : '';
    lines.push(`${nameOf(other)}: ${verb.toLowerCase()} the other board${key}.`);
  }
  return lines.join(' ');
}
