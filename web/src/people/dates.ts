/** Dates as people write them, from seconds since 1970. */
export function dateText(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString('en', { day: 'numeric', month: 'short', year: 'numeric' });
}
