import { programs, unitTitles } from './costs.mjs';

/** @typedef {import('./costs.mjs').Costs} Costs */
/** @typedef {import('./options.mjs').Demand} Demand */

const titleWidth = 44;

/**
 * Writes the plan as text, together with its formulas.
 *
 * @param {Costs} costs
 * @param {Demand} demand
 * @param {ReturnType<typeof import('./model.mjs').planOf>} plan
 */
export function report(costs, demand, plan) {
  const { at, machine, load } = costs.measured;
  return [
    `Costs of ${at}, ${machine}, ${load}`,
    '',
    ...workLines(costs, demand, plan),
    '',
    ...serviceLines(demand, plan),
    '',
    ...databaseLines(demand, plan),
    '',
    ...limitLines(demand, plan),
    '',
  ].join('\n');
}

/** @typedef {Parameters<typeof report>[2]} Plan */

/**
 * @param {Costs} costs
 * @param {Demand} demand
 * @param {Plan} plan
 */
function workLines(costs, demand, { perDay, perSecond }) {
  const titles = ['a day', 'a second', 'auth', 'api', 'worker', 'tpctl', 'PostgreSQL'];
  const names = /** @type {import('./costs.mjs').UnitName[]} */ (Object.keys(unitTitles));
  return [
    'Work, and CPU milliseconds for a unit of work',
    row('', titles),
    ...names.map((name) =>
      row(unitTitles[name], [
        count(perDay[name]),
        significant(perSecond[name]),
        ...programs.map((program) => significant(costs.units[name][program])),
      ]),
    ),
    row('a second of a process without calls', [
      '',
      '',
      ...programs.map((program) => significant(costs.idle[program])),
    ]),
    `  number in a second = number in a day × ${demand['busiest-hour-percent']} % / 3,600`,
    '  without calls, PostgreSQL works for one process of each service',
  ];
}

/**
 * @param {Demand} demand
 * @param {Plan} plan
 */
function serviceLines(demand, { services, tpctlCores, archiveBytesPerDay, network }) {
  return [
    'Services, all together',
    row('', ['cores', 'processes', 'memory']),
    ...Object.entries(services).map(([name, { cores, processes, memoryBytes }]) =>
      row(name, [significant(cores), count(processes), bytes(memoryBytes)]),
    ),
    row('tpctl: imports and archives', [significant(tpctlCores)]),
    row('network to callers', [`${bytes(network.toCallersPerSecond)}/s`]),
    row('network within', [`${bytes(network.withinPerSecond)}/s`]),
    row('files of archived slips', [`${bytes(archiveBytesPerDay)}/day`]),
    `  cores = (sum of a second × milliseconds + processes × milliseconds without calls) / 1,000 × 100 / ${demand['core-percent']}`,
    `  processes = cores without idle work / ${demand['busy-percent']} %, rounded up, at least 2; memory = processes × memory of a process after work`,
  ];
}

/**
 * @param {Demand} demand
 * @param {Plan} plan
 */
function databaseLines(demand, { database }) {
  const { cores, memoryBytes, diskBytes, logBytesPerDay, operationsPerSecond, connections } = database;
  return [
    demand.databases === 1 ? 'PostgreSQL' : `PostgreSQL, each of ${count(demand.databases)}`,
    row('cores', [significant(cores)]),
    row('memory', [bytes(memoryBytes)]),
    row('disk', [bytes(diskBytes)]),
    row('log', [`${bytes(logBytesPerDay)}/day`]),
    row('write operations of the disk', [`${count(operationsPerSecond)}/s`]),
    row('connections', [count(connections)]),
    '  cores: same formula as above; replicas are extra: each standby needs the same memory, disk and log',
    `  memory = connections × 10 MB + members and products + slips of 2 days + batches of 2 hours`,
    `  disk = (members and products + slips × ${demand['slips-kept-days']} days + batches × ${demand['batches-kept-days']} days) × 1.3`,
    '  operations = commits + 3 × log / 8 kB',
  ];
}

/**
 * @param {Demand} demand
 * @param {Plan} plan
 */
function limitLines(demand, { limits }) {
  const first = limits[0];
  const over = limits.filter(({ used }) => used > 1);
  const end =
    over.length > 0
      ? `Breaks first: ${over[0]?.title}. ${count(Math.ceil((over[0]?.used ?? 1) * demand.databases))} databases would do.`
      : `Nothing breaks; nearest: ${first?.title}.`;
  return [
    `Share of its limits that ${demand.databases === 1 ? 'the' : 'each'} database uses in the busiest hour`,
    ...limits.map(({ title, used }) => row(title, [`${significant(used * 100)} %`])),
    end,
  ];
}

/**
 * @param {string} title
 * @param {readonly string[]} cells
 */
function row(title, cells) {
  return `  ${title.padEnd(titleWidth)}${cells.map((cell) => cell.padStart(12)).join('')}`;
}

/** @param {number} number */
function count(number) {
  return Math.round(number).toLocaleString('en');
}

/** Returns a number with three digits. @param {number} number */
function significant(number) {
  return number >= 1_000 ? count(number) : String(Number(number.toPrecision(3)));
}

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** @param {number} number */
function bytes(number) {
  const power = Math.max(0, Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, number)) / 3)));
  return `${significant(number / 1_000 ** power)} ${units[power]}`;
}
