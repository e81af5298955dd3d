import { setTimeout as sleep } from 'node:timers/promises';
import { mapUsage, usedBetween } from './meter.mjs';

/** @typedef {import('./meter.mjs').Usage} Usage */

/** @typedef {Usage & { readonly sentBytes: number }} Cost what one unit of work has used; `sentBytes` went to callers */

/** PostgreSQL and the services write their last lines, and what was forked for the work ends. */
const settleMs = 500;

/**
 * What a rig uses in a second in which nobody calls.
 *
 * @param {import('./rig.mjs').Rig} rig
 * @param {number} seconds
 * @returns {Promise<Usage>}
 */
export async function measureIdle({ meter }, seconds) {
  const before = await meter.now();
  const started = performance.now();
  await sleep(seconds * 1_000);
  const used = usedBetween(before, await meter.now());
  const passed = (performance.now() - started) / 1_000;
  return mapUsage(used, (name) => used[name] / passed);
}

/**
 * Does one round of a unit of work. What the rig would have used without work is not counted.
 *
 * @param {import('./units.mjs').Unit} unit
 * @param {import('./units.mjs').Bench} bench
 * @param {{ idle: Usage, round: number }} options
 * @returns {Promise<Cost>}
 */
export async function measureUnit(unit, bench, { idle, round }) {
  const { meter } = bench.rig;
  const prepared = await unit.prepare(bench, round);
  await sleep(settleMs);
  const before = await meter.now();
  const started = performance.now();
  const { units, sentBytes = 0, fixed } = await unit.run(bench, prepared, round);
  await sleep(settleMs);
  const used = usedBetween(before, await meter.now());
  const seconds = (performance.now() - started) / 1_000;
  if (!(units > 0)) throw new Error(`${unit.name}: nothing was done`);
  const each = mapUsage(used, (name) => Math.max(0, used[name] - (fixed?.[name] ?? 0) - idle[name] * seconds) / units);
  return { ...each, sentBytes: sentBytes / units };
}

/** @param {readonly number[]} numbers */
export function medianOf(numbers) {
  const inOrder = numbers.toSorted((one, other) => one - other);
  const middle = (inOrder.length - 1) / 2;
  return ((inOrder[Math.floor(middle)] ?? Number.NaN) + (inOrder[Math.ceil(middle)] ?? Number.NaN)) / 2;
}
