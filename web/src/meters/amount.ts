import type { Meter } from '../scene';

/** A meter's value, and what it can be at most if there is such a limit. */
export function amount(meter: Meter): string {
  const value = String(meter.value ?? 0).replace('-', '−');
  return meter.max ? `${value} / ${meter.limit || meter.max}` : value;
}
