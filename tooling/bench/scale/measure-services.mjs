import { loadavg } from 'node:os';
import { join } from 'node:path';
import { programs } from '@trading-platform/capacity/costs';
import { tell } from '../harness/print.mjs';
import { residentBytesOf } from '../harness/processes.mjs';
import { medianOf } from '../harness/rounds.mjs';
import { measureClaims } from './measure-claims.mjs';
import { measureNotices } from './measure-notices.mjs';
import { measureRows } from './measure-rows.mjs';
import { measureIdle, measureUnit } from './measure-units.mjs';
import { pacedLoads } from './paced-loads.mjs';
import { loadMarket, Rig } from './rig.mjs';
import { besideStrangers } from './strangers.mjs';
import { units } from './units.mjs';
import { quietLoad, writeCosts } from './write-costs.mjs';

/** @typedef {import('./measure-units.mjs').Cost} Cost */
/** @typedef {import('./rig.mjs').ServiceName} ServiceName */

/**
 * A platform with several processes of each service, and its measurements.
 *
 * @typedef {object} Fleet
 * @property {import('./units.mjs').Bench} bench
 * @property {import('./meter.mjs').Usage[]} idle the usage in one second without calls, one entry for each round
 * @property {Map<string, Cost[]>} costs by unit; each list has one cost for each round
 * @property {Map<string, Cost[]>} paced the costs at a pace that is the same for each process
 */

const sizes = [
  { auth: 1, api: 1, worker: 1 },
  { auth: 2, api: 2, worker: 2 },
  { auth: 2, api: 4, worker: 4 },
];
const idleSeconds = 6;
const growthAtMost = 1.1;
/** A program that uses a smaller share of a unit's CPU counts as not involved in the unit. */
const noise = 0.015;

/**
 * These figures must not grow with the number of processes. Growth is reported only if it is more than `least` in all
 * rounds. CPU is compared only on a quiet machine.
 */
const judged = [
  { title: 'statements', least: 0.1, isCpu: false, of: (/** @type {Cost} */ { statements }) => statements },
  { title: 'commits', least: 0.1, isCpu: false, of: (/** @type {Cost} */ { commits }) => commits },
  { title: 'bytes', least: 500, isCpu: false, of: (/** @type {Cost} */ { movedBytes }) => movedBytes },
  {
    title: 'services',
    least: 0.02,
    isCpu: true,
    of: (/** @type {Cost} */ { auth, api, worker, tpctl }) => auth + api + worker + tpctl,
  },
  { title: 'PostgreSQL', least: 0.02, isCpu: true, of: (/** @type {Cost} */ { database }) => database },
];

/**
 * Measures the same work on 1, 2 and 4 processes of each service, in several rounds.
 *
 * @param {{ folder: string, records: number, rounds: number, only: string, write: boolean, statements: boolean }} options
 */
export async function measureServices({ folder, records, rounds, only, write, statements }) {
  /** @type {Fleet[]} */
  const fleets = [];
  const rigs = [];
  let busiest = 0;
  try {
    for (const size of sizes) {
      tell(`Starting ${size.api} api, ${size.worker} worker, ${size.auth} auth …`);
      const rig = await Rig.prepare(join(folder, `fleet-${size.api}`), size);
      rigs.push(rig);
      const market = await loadMarket(rig, records);
      await rig.start();
      fleets.push({ bench: { rig, market, made: new Map() }, idle: [], costs: new Map(), paced: new Map() });
    }
    for (let round = 0; round <= rounds; round++) {
      tell(round === 0 ? 'First a round that is not counted …' : `Round ${round} of ${rounds} …`);
      // The largest fleet is measured first. Afterwards the largest fleet has batches that it can read while another
      // fleet is measured.
      for (const fleet of fleets.toReversed()) {
        const started = performance.now();
        const isTold = statements && round === rounds;
        await measureRound(fleet, { largest: (fleets.at(-1) ?? fleet).bench, round, only, isTold });
        busiest = Math.max(busiest, loadavg()[0] ?? 0);
        tell(`  ${fleet.bench.rig.size.api} processes: ${((performance.now() - started) / 1_000).toFixed(0)} s`);
      }
    }
    const [{ version = '' } = {}] =
      (await rigs[0]?.database.query("SELECT current_setting('server_version') AS version")) ?? [];
    const isMet = tellFleets(fleets, { busiest });
    if (write) writeCosts(await figuresOf(fleets[0]), { postgres: String(version), busiest });
    return isMet;
  } finally {
    await Promise.all(rigs.map((rig) => rig.end()));
  }
}

/**
 * @param {Fleet} fleet
 * @param {object} options
 * @param {import('./units.mjs').Bench} options.largest the fleet with the most processes
 * @param {number} options.round round 0 is the first one and only warms up
 * @param {string} options.only
 * @param {boolean} options.isTold whether the statements that each unit has sent are shown
 */
async function measureRound({ bench, idle, costs, paced }, { largest, round, only, isTold }) {
  const restless = await measureIdle(bench.rig, idleSeconds);
  if (round > 0) idle.push(restless);
  for (const unit of units.filter(({ name, makes }) => name.includes(only) || makes?.includes(only))) {
    const load = pacedLoads[unit.name];
    const options = { idle: restless, round, isTold };
    keep(costs, await measureUnit(unit, bench, options));
    if (load !== undefined) {
      const run = await besideStrangers(unit, load, { bench, largest, round });
      keep(paced, await measureUnit({ ...unit, run }, bench, options));
    }

    /**
     * @param {Map<string, Cost[]>} known
     * @param {Cost} cost
     */
    function keep(known, cost) {
      if (round > 0) known.set(unit.name, [...(known.get(unit.name) ?? []), cost]);
    }
  }
}

/**
 * Prints the cost of each unit of work, and returns true if no cost has grown.
 *
 * @param {readonly Fleet[]} fleets
 * @param {{ busiest: number }} options
 */
function tellFleets(fleets, { busiest }) {
  const isQuiet = busiest <= quietLoad;
  const titles = ['auth', 'api', 'worker', 'tpctl', 'PostgreSQL', 'statements', 'commits', 'WAL B', 'moved B'];
  tell(`\nCPU ms and other resources for each unit of work`);
  tell(`${'processes'.padEnd(52)}${titles.map((title) => title.padStart(11)).join('')}`);
  const grown = [];
  for (const { name, title } of units) {
    tellUnit(title, fleets, ({ costs }) => costs.get(name));
    const pace = pacedLoads[name]?.pace;
    const judgedCosts = (/** @type {Fleet} */ { costs, paced }) => (pace === undefined ? costs : paced).get(name);
    if (pace !== undefined) tellUnit(`${name}, ${pace} a second for each process`, fleets, judgedCosts);
    grown.push(...tellGrowth(name, fleets.map(judgedCosts), { isQuiet }));
  }
  for (const { bench, idle } of fleets)
    tell(costLine(`${bench.rig.size.api} × a second without calls`, { ...medianUsage(idle), sentBytes: 0 }));
  tell(
    `\nWanted: at most ${growthAtMost} times the cost of a unit with 4 processes: ${grown.length === 0 ? 'met.' : `NOT met: ${grown.join(', ')}.`}`,
  );
  if (!isQuiet) tell(`CPU is not judged: other programs worked on the machine (load ${busiest.toFixed(0)}).`);
  return grown.length === 0;
}

/**
 * @param {string} title
 * @param {readonly Fleet[]} fleets
 * @param {(fleet: Fleet) => readonly Cost[] | undefined} costsOf
 */
function tellUnit(title, fleets, costsOf) {
  for (const fleet of fleets) {
    const known = costsOf(fleet);
    if (known !== undefined) tell(costLine(`${fleet.bench.rig.size.api} × ${title}`, medianUsage(known)));
  }
}

/**
 * @param {string} name
 * @param {readonly (readonly Cost[] | undefined)[]} costs one list for each number of processes
 * @param {{ isQuiet: boolean }} options
 * @returns {string[]} the figures that have grown
 */
function tellGrowth(name, costs, { isQuiet }) {
  const one = costs[0];
  const most = costs.at(-1);
  if (one === undefined || most === undefined) return [];
  const growths = judged.map(({ title, least, isCpu, of }) => {
    const [before, after] = [medianOf(one.map(of)), medianOf(most.map(of))];
    // If a difference appears only in some rounds, it was caused by other activity, not by the work.
    const isAlways = Math.min(...most.map(of)) > Math.max(...one.map(of));
    const isMore = after - before > least && after > growthAtMost * before && isAlways;
    return {
      text: `${title} ${(after / before).toFixed(2)}`,
      isKnown: before > least / 10,
      isGrown: isMore && (isQuiet || !isCpu),
    };
  });
  tell(
    `${''.padEnd(4)}times: ${growths
      .filter(({ isKnown }) => isKnown)
      .map(({ text }) => text)
      .join(', ')}`,
  );
  return growths.filter(({ isGrown }) => isGrown).map(({ text }) => `${name} ${text}`);
}

/**
 * @param {string} title
 * @param {Cost} cost
 */
function costLine(title, cost) {
  const { auth, api, worker, tpctl, database, statements, commits, walBytes, movedBytes } = cost;
  const cells = [auth, api, worker, tpctl, database, statements, commits].map((figure) => figure.toFixed(4));
  return `${title.padEnd(52)}${[...cells, walBytes.toFixed(0), movedBytes.toFixed(0)].map((cell) => cell.padStart(11)).join('')}`;
}

/**
 * Returns the median of each figure separately.
 *
 * @template {import('./meter.mjs').Usage} Figures
 * @param {readonly Figures[]} usages
 * @returns {Figures}
 */
function medianUsage(usages) {
  const names = /** @type {(keyof Figures)[]} */ (Object.keys(usages[0] ?? {}));
  return /** @type {Figures} */ (
    Object.fromEntries(names.map((name) => [name, medianOf(usages.map((usage) => Number(usage[name])))]))
  );
}

/**
 * Returns the cost of a unit without the CPU of services that are not involved in the unit.
 *
 * @param {Cost} cost
 * @returns {Cost}
 */
function withoutNoise(cost) {
  const all = programs.reduce((sum, program) => sum + cost[program], 0);
  const heard = programs.map((program) => [program, cost[program] < noise * all ? 0 : cost[program]]);
  return { ...cost, ...Object.fromEntries(heard) };
}

/**
 * Returns the input of the capacity model: the costs with one process of each service.
 *
 * @param {Fleet | undefined} fleet
 */
async function figuresOf(fleet) {
  if (fleet === undefined) throw new Error('Nothing was measured');
  const { bench, idle, costs } = fleet;
  const residentOf = (/** @type {ServiceName} */ name) =>
    Math.max(...bench.rig.processesOf(name).map(({ processId }) => residentBytesOf(processId)));
  const resident = { auth: residentOf('auth'), api: residentOf('api'), worker: residentOf('worker') };
  await bench.rig.platform.service('worker').end();
  return {
    units: /** @type {import('@trading-platform/capacity/costs').Costs['units']} */ (
      Object.fromEntries([...costs].map(([name, known]) => [name, withoutNoise(medianUsage(known))]))
    ),
    idle: medianUsage(idle),
    resident,
    rows: { ...(await measureRows(bench.rig)), archivedSlip: bench.market.archivedBytesPerSlip() },
    claimMs: await measureClaims(bench),
    noticeMs: await measureNotices(bench.rig),
  };
}
