import { scaleLinear, scaleLog } from 'd3-scale';

/** A scale and the values at which it has marks. */
export interface MarkedScale {
  /** Returns the position of a value, in pixels. */
  readonly placeOf: (value: number) => number;
  readonly ticks: readonly number[];
}

type Range = readonly [first: number, last: number];

/** A small plot has room for about this many marks. */
const wantedTicks = 4;

/** A scale for counts, from 0 to at least the greatest count. The marks of the scale are whole, round numbers. */
export function countScale(greatest: number, range: Range): MarkedScale {
  const scale = scaleLinear([0, Math.max(greatest, 1)], range).nice(wantedTicks);
  return { placeOf: scale, ticks: scale.ticks(wantedTicks).filter(Number.isInteger) };
}

/**
 * A logarithmic scale that contains all given values and spans at least two powers of ten. Values below 1 are drawn at
 * 1.
 */
export function decadeScale(values: readonly number[], range: Range): MarkedScale {
  const given = values.map((value) => Math.max(value, 1));
  const least = given.reduce((one, other) => Math.min(one, other), given[0] ?? 1);
  const greatest = given.reduce((one, other) => Math.max(one, other), least + 1);
  const scale = scaleLog([least, greatest], range).nice().clamp(true);
  const [first = 1, last = 10] = scale.domain();
  return { placeOf: scale, ticks: scale.ticks(Math.round(Math.log10(last / first))) };
}
