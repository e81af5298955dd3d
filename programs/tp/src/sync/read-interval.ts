import { InvalidArgumentError } from 'commander';

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** The maximum interval. After a longer pause, the platform no longer knows the cursor. */
const longestMs = 7 * 86_400_000;

/** Reads an interval such as `30s`, `5m`, `2h` or `1d` as milliseconds. */
export function readInterval(text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ms = Number(number) * (unitMs[unit] ?? 0);
  if (ms < 1_000 || ms > longestMs) {
    throw new InvalidArgumentError('Expected a number with s, m, h or d, such as 5m: from 1s to 7d.');
  }
  return ms;
}
