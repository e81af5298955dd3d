import { join } from 'node:path';
import { programs, readCosts } from '@trading-platform/capacity/costs';
import { sumOver } from '@trading-platform/capacity/model';
import { tell } from '../harness/print.mjs';
import { measureIdle } from './measure-units.mjs';
import { usedBetween } from './meter.mjs';
import { loadMarket, Rig } from './rig.mjs';
import { units } from './units.mjs';

const size = { auth: 1, api: 1, worker: 1 };
const idleSeconds = 8;
const errorAtMost = 0.3;

/** Mixtures of work as in real use. For the model, the cost of each unit was measured only on its own. */
const points = [
  { title: 'small batches, checks and reissued tokens', first: ['record'], together: ['batch', 'check', 'reissue'] },
  {
    title: 'large batches, gets of earlier batches, and sign-ins',
    first: ['record'],
    together: ['record', 'get', 'signIn'],
  },
  {
    title: 'uploads, an import and slips that are delivered',
    first: ['importedView', 'slipRecord'],
    together: ['line', 'importedView', 'deliveredSlip'],
  },
];

/**
 * Compares the costs that the model predicts with the measured costs of three mixtures of work.
 *
 * @param {{ folder: string, records: number }} options
 * @returns {Promise<boolean>} whether the model is close enough to the total CPU of each mixture
 */
export async function checkModel({ folder, records }) {
  const rig = await Rig.prepare(join(folder, 'check'), size);
  try {
    const market = await loadMarket(rig, records);
    await rig.start();
    /** @type {import('./units.mjs').Bench} */
    const bench = { rig, market, made: new Map() };
    const idle = await measureIdle(rig, idleSeconds);
    const errors = [];
    let round = 0;
    for (const point of points) {
      // The first run only warms up the services.
      await doTogether(bench, point, round++);
      errors.push(tellPoint(point.title, await doTogether(bench, point, round++), { idle }));
    }
    const isMet = errors.every((error) => Math.abs(error) <= errorAtMost);
    tell(
      `\nWanted: the model differs by at most ${errorAtMost * 100} % from the total CPU of each mixture: ${isMet ? 'met.' : 'NOT met.'}`,
    );
    return isMet;
  } finally {
    await rig.end();
  }
}

/**
 * @param {import('./units.mjs').Bench} bench
 * @param {typeof points[number]} point
 * @param {number} round
 */
async function doTogether(bench, { first, together }, round) {
  for (const unit of named(first)) await unit.run(bench, await unit.prepare(bench, round), round);
  const prepared = [];
  for (const unit of named(together)) prepared.push({ unit, given: await unit.prepare(bench, round + 1_000) });
  const before = await bench.rig.meter.now();
  const started = performance.now();
  const done = await Promise.all(
    prepared.map(async ({ unit, given }) => {
      // The get calls read batches that were made earlier. The batches that are made now will be read later.
      const own = { ...bench, made: new Map(bench.made) };
      const { units: count, fixed } = await unit.run(own, given, round + 1_000);
      return { name: unit.name, count, fixed };
    }),
  );
  const used = usedBetween(before, await bench.rig.meter.now());
  return { done, used, seconds: (performance.now() - started) / 1_000 };
}

/**
 * @param {string} title
 * @param {Awaited<ReturnType<typeof doTogether>>} measured
 * @param {{ idle: import('./meter.mjs').Usage }} options
 * @returns {number} the difference between the model and the measured total, as a share of the total
 */
function tellPoint(title, { done, used, seconds }, { idle }) {
  const costs = readCosts();
  const amounts = Object.fromEntries(done.map(({ name, count }) => [name, count]));
  tell(`\n${title}: ${done.map(({ name, count }) => `${count.toLocaleString('en')} ${name}`).join(', ')}`);
  let [told, measured] = [0, 0];
  for (const program of programs) {
    const fixed = done.reduce((sum, { fixed: each }) => sum + (each?.[program] ?? 0), 0);
    const ofModel = sumOver(costs, amounts, program) + fixed + idle[program] * seconds;
    told += ofModel;
    measured += used[program];
    if (used[program] > 1) tell(line(program, ofModel, used[program]));
  }
  tell(line('all', told, measured));
  return told / measured - 1;
}

/**
 * @param {string} program
 * @param {number} told
 * @param {number} measured
 */
function line(program, told, measured) {
  const error = `${((told / measured - 1) * 100).toFixed(0)} %`;
  return `  ${program.padEnd(12)}${told.toFixed(0).padStart(10)} ms by the model${measured.toFixed(0).padStart(10)} ms measured${error.padStart(8)}`;
}

/** @param {readonly string[]} names */
function named(names) {
  return units.filter(({ name }) => names.includes(name));
}
