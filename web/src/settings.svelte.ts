/** What a person has set for this browser; kept in local storage. */
export interface Settings {
  theme: 'auto' | 'light' | 'dark';
  motion: 'auto' | 'full' | 'less';
  sound: boolean;
  labels: boolean;
  taps: 'auto' | 'one' | 'two';
  speed: number;
  others: boolean;
  known: boolean;
  asks: boolean; // once more before a choice that loses
}

const KEY = 'gridhall.settings';
const DEFAULTS: Settings = { theme: 'auto', motion: 'auto', sound: false, labels: true, taps: 'auto', speed: 1, others: true, known: false, asks: true };

/** Where the room is kept in which the level on the bench is played. */
export const PLAYED = 'gridhall.played';

export function stored<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

export const settings = $state<Settings>({ ...DEFAULTS, ...stored<Partial<Settings>>(KEY, {}) });

const dark = matchMedia('(prefers-color-scheme: dark)');
const less = matchMedia('(prefers-reduced-motion: reduce)');

export function reduced(): boolean {
  return settings.motion === 'less' || (settings.motion === 'auto' && less.matches);
}

/** Keep the page's theme and motion as set; call once inside an effect root. */
export function applySettings(): void {
  const show = () => {
    document.documentElement.dataset.theme = settings.theme === 'auto' ? (dark.matches ? 'dark' : 'light') : settings.theme;
    document.documentElement.dataset.motion = reduced() ? 'less' : 'full';
  };
  $effect(() => {
    store(KEY, $state.snapshot(settings));
    show();
  });
  dark.addEventListener('change', show);
  less.addEventListener('change', show);
}
