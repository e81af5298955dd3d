import { setTimeout as sleep } from 'node:timers/promises';
import { tell } from '../harness/print.mjs';
import { mapUsage, usedBetween } from './meter.mjs';

/** @typedef {import('./meter.mjs').Usage} Usage */

/**
 * @typedef {Usage & { readonly sentBytes: number }} Cost the resources that one unit of work uses; `sentBytes` were
 * sent to callers
 */

const statementsTold = 12;

/** During this time PostgreSQL and the services write their last log lines, and PostgreSQL's child processes end. */
const settleMs = 500;

/**
 * Returns the resources that a platform uses in one second without calls.
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
 * Does one round of a unit of work and returns its cost. The resources that the idle platform uses are subtracted.
 *
 * @param {import('./units.mjs').Unit} unit
 * @param {import('./units.mjs').Bench} bench
 * @param {{ idle: Usage, round: number, isTold?: boolean }} options `isTold`: whether the sent statements are shown
 * @returns {Promise<Cost>}
 */
export async function measureUnit(unit, bench, { idle, round, isTold = false }) {
  const { meter } = bench.rig;
  const prepared = await unit.prepare(bench, round);
  await sleep(settleMs);
  const sentBefore = isTold ? await meter.statements() : undefined;
  const before = await meter.now();
  const started = performance.now();
  const { units, sentBytes = 0, fixed } = await unit.run(bench, prepared, round);
  await sleep(settleMs);
  const used = usedBetween(before, await meter.now());
  const seconds = (performance.now() - started) / 1_000;
  if (sentBefore !== undefined) tell(sentText(unit.name, units, sentBefore, await meter.statements()));
  if (!(units > 0)) throw new Error(`${unit.name}: nothing was done`);
  const each = mapUsage(used, (name) => Math.max(0, used[name] - (fixed?.[name] ?? 0) - idle[name] * seconds) / units);
  return { ...each, sentBytes: sentBytes / units };
}

/**
 * Prints the statements that were sent most often, including those of background work.
 *
 * @param {string} name
 * @param {number} units
 * @param {ReadonlyMap<string, number>} before
 * @param {ReadonlyMap<string, number>} after
 */
function sentText(name, units, before, after) {
  const sent = [...after].map(([query, calls]) => ({ query, calls: calls - (before.get(query) ?? 0) }));
  const most = sent.filter(({ calls }) => calls > 0).toSorted((one, other) => other.calls - one.calls);
  const lines = most.slice(0, statementsTold).map(({ query, calls }) => {
    return `${String(calls).padStart(8)} ${query.replace(/\s+/g, ' ').slice(0, 120)}`;
  });
  return `  ${units} of ${name}:\n${lines.join('\n')}`;
}
