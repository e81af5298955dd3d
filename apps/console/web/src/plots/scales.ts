import { scaleLinear, scaleLog } from 'd3-scale';

/** A scale with the values that are marked on it. */
export interface MarkedScale {
  /** The place of a value, in pixels. */
  readonly placeOf: (value: number) => number;
  readonly ticks: readonly number[];
}

type Range = readonly [first: number, last: number];

/** About as many ticks as a small plot has room for. */
const wantedTicks = 4;

/** A scale for counts from 0 to at least the greatest; its ticks are whole and round. */
export function countScale(greatest: number, range: Range): MarkedScale {
  const scale = scaleLinear([0, Math.max(greatest, 1)], range).nice(wantedTicks);
  return { placeOf: scale, ticks: scale.ticks(wantedTicks).filter(Number.isInteger) };
}

/** A scale of powers of ten around values, at least two of them. Values below 1 are at the least of them. */
export function decadeScale(values: readonly number[], range: Range): MarkedScale {
  const given = values.map((value) => Math.max(value, 1));
  const least = given.reduce((one, other) => Math.min(one, other), given[0] ?? 1);
  const greatest = given.reduce((one, other) => Math.max(one, other), least + 1);
  const scale = scaleLog([least, greatest], range).nice().clamp(true);
  const [first = 1, last = 10] = scale.domain();
  return { placeOf: scale, ticks: scale.ticks(Math.round(Math.log10(last / first))) };
}
