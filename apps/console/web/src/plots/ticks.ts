/** Round numbers from 0 to at least a greatest value, about as many as wanted. */
export function roundTicks(greatest: number, wanted = 4): readonly number[] {
  if (greatest <= 0) return [0, 1];
  const rough = greatest / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
  return Array.from({ length: Math.ceil(greatest / step) + 1 }, (_, index) => index * step);
}

/** The powers of ten around values; at least two. */
export function decadeTicks(values: readonly number[]): readonly number[] {
  const logs = values.map((value) => Math.log10(Math.max(value, 1)));
  const first = Math.floor(logs.reduce((least, log) => Math.min(least, log), Number.POSITIVE_INFINITY));
  const last = Math.ceil(logs.reduce((most, log) => Math.max(most, log), Number.NEGATIVE_INFINITY));
  if (!Number.isFinite(first)) return [1, 10];
  return Array.from({ length: Math.max(last, first + 1) - first + 1 }, (_, index) => 10 ** (first + index));
}

/** Where a value stands between two others on a scale of powers, from 0 to 1. */
export function logShare(value: number, least: number, most: number): number {
  return (Math.log10(Math.max(value, least)) - Math.log10(least)) / (Math.log10(most) - Math.log10(least));
}
