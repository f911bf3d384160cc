/** Paces at which two can play, and how they are called. */
export const PACES = [
  { clock: 60, name: 'a minute a turn' },
  { clock: 300, name: 'five minutes a turn' },
  { clock: 86400, name: 'a day a turn' },
];

/** A clock in words. */
export function paceName(clock: number): string {
  const known = PACES.find((pace) => pace.clock === clock);
  if (known) return known.name;
  return clock < 120
    ? `${clock} seconds a turn`
    : clock < 7200
      ? `${Math.round(clock / 60)} minutes a turn`
      : `${Math.round(clock / 3600)} hours a turn`;
}

/** How long somebody has waited, in words. */
export function waited(made: number, now: number): string {
  const seconds = Math.max(0, Math.round(now - made));
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
}
