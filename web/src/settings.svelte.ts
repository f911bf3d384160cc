/** What a person has set for this browser. */
import type { Scene } from './scene';
import { read, write } from './storage';

export const settings = $state(read('settings'));

const dark = matchMedia('(prefers-color-scheme: dark)');
const less = matchMedia('(prefers-reduced-motion: reduce)');

export function reduced(): boolean {
  return settings.motion === 'less' || (settings.motion === 'auto' && less.matches);
}

/** Whether the board of a scene is drawn turned by half. */
export function isTurned(scene: Scene): boolean {
  return scene.turned === true && settings.turned;
}

/** Keep the page's theme and motion as set; call once inside an effect root. */
export function applySettings(): void {
  const show = () => {
    document.documentElement.dataset.theme =
      settings.theme === 'auto' ? (dark.matches ? 'dark' : 'light') : settings.theme;
    document.documentElement.dataset.motion = reduced() ? 'less' : 'full';
  };
  $effect(() => {
    write('settings', $state.snapshot(settings));
    show();
  });
  dark.addEventListener('change', show);
  less.addEventListener('change', show);
}
