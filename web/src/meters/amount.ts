import type { Meter } from '../scene';

/** A meter's value, and what it can be at most if there is such a limit. */
export function amount(meter: Meter): string {
  return meter.max ? `${meter.value ?? 0} / ${meter.limit || meter.max}` : String(meter.value ?? 0);
}
