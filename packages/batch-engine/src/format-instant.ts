/** Days and times of the service are Japan time, which has no daylight saving. */
const japanOffsetMs = 9 * 60 * 60 * 1000;

/** Epoch milliseconds as `yyyy-MM-dd HH:mm:ss` in Japan time, cut to the second. */
export function formatInstant(epochMs: number): string {
  return new Date(epochMs + japanOffsetMs).toISOString().slice(0, 19).replace('T', ' ');
}
