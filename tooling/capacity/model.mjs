import { unitTitles } from './costs.mjs';

/** @typedef {import('./costs.mjs').Costs} Costs */
/** @typedef {import('./costs.mjs').UnitName} UnitName */
/** @typedef {import('./options.mjs').Demand} Demand */
/** @typedef {'auth' | 'api' | 'worker' | 'tpctl' | 'database'} Program */

/**
 * The cores, processes and memory that a service needs in the busiest hour.
 *
 * @typedef {object} ServiceNeed
 * @property {number} cores the number of cores that work all the time, including the idle work of the processes
 * @property {number} processes
 * @property {number} memoryBytes
 */

/**
 * The need of one PostgreSQL.
 *
 * @typedef {object} DatabaseNeed
 * @property {number} cores
 * @property {number} memoryBytes
 * @property {number} diskBytes
 * @property {number} logBytesPerDay
 * @property {number} operationsPerSecond write operations of the disk
 * @property {number} connections
 */

/**
 * A limit of one database, and how much of this limit is used in the busiest hour.
 *
 * @typedef {object} Limit
 * @property {string} title
 * @property {number} used the share of the limit that is used; 1 means the whole limit
 */

const linesPerSlip = 10;
const viewsPerSlip = 2;
const recordsPerGet = 1_000;
const pageBytes = 8_192;
/** A batch sends a notice when it begins to wait and when it ends. */
const noticesPerBatch = 2;
const processesAtLeast = 2;
/** The number of processes for which the idle cost of PostgreSQL was measured. */
const processesMeasured = 3;
/**
 * The number of connections that each process opens. A process of auth has one pool of 10 connections. A process of api or
 * worker has two pools of 10, one for data and one for batches. It also has some connections for notices and for the queue.
 */
const connectionsOf = { auth: 10, api: 22, worker: 26 };
const bytesPerConnection = 10e6;
/** Until PostgreSQL vacuums a table, the table takes more space than its rows need. */
const diskReserve = 1.3;
/** Data that is often used must fit into memory: the slips of some days, and the batches of some hours. */
const hot = { slipDays: 2, batchDays: 2 / 24 };
/** For each page that is written to the log, two pages are written to tables and indexes. */
const pagesPerLoggedPage = 3;

/** The largest server that the model allows. */
export const serverLimits = {
  cores: 64,
  connections: 500,
  logBytesPerSecond: 200e6,
  diskBytes: 16e12,
  networkBytesPerSecond: 1.25e9,
};

const secondsPerHour = 3_600;

/**
 * How often each unit of work is done on a day.
 *
 * @param {Demand} demand
 * @returns {Record<UnitName, number>}
 */
export function unitsPerDay(demand) {
  const slips = demand['slips-per-day'];
  const batches = demand['batches-per-day'];
  const uploaded = (slips * demand['uploaded-percent']) / 100;
  const deliveries = slips * demand['downloads-per-slip'];
  return {
    signIn: demand['sign-ins-per-day'],
    reissue: demand['reissues-per-day'],
    batch: batches,
    check: batches * demand['checks-per-batch'],
    record: demand['product-records-per-day'],
    get: demand['product-records-per-day'] / recordsPerGet,
    importedView: (slips - uploaded) * viewsPerSlip,
    line: uploaded * linesPerSlip,
    slipRecord: deliveries,
    deliveredSlip: deliveries,
    // As many slips are archived as are created.
    archivedSlip: slips,
  };
}

/**
 * The total of one kind of cost, such as CPU milliseconds, for the given numbers of units of work.
 *
 * @param {Costs} costs
 * @param {Readonly<Partial<Record<UnitName, number>>>} amounts
 * @param {keyof import('./costs.mjs').Cost} figure
 */
export function sumOver(costs, amounts, figure) {
  const names = /** @type {UnitName[]} */ (Object.keys(unitTitles));
  return names.reduce((sum, name) => sum + (amounts[name] ?? 0) * costs.units[name][figure], 0);
}

/**
 * The needs of all services together, and of each database.
 *
 * @param {Costs} costs
 * @param {Demand} demand
 */
export function planOf(costs, demand) {
  const perDay = unitsPerDay(demand);
  const inBusiestHour = demand['busiest-hour-percent'] / 100 / secondsPerHour;
  const perSecond = mapUnits(perDay, (count) => count * inBusiestHour);
  const services = servicesOf(costs, demand, perSecond);
  const ofOneDatabase = mapUnits(perSecond, (count) => count / demand.databases);
  const database = databaseOf(costs, demand, { perDay, ofOneDatabase, services });
  return {
    perDay,
    perSecond,
    services,
    tpctlCores: coresOf(costs, demand, perSecond, 'tpctl'),
    archiveBytesPerDay: perDay.archivedSlip * costs.rows.archivedSlip,
    database,
    network: {
      toCallersPerSecond: sumOver(costs, perSecond, 'sentBytes'),
      withinPerSecond: sumOver(costs, perSecond, 'movedBytes'),
    },
    limits: limitsOf(costs, ofOneDatabase, database),
  };
}

/**
 * @param {Costs} costs
 * @param {Demand} demand
 * @param {Readonly<Record<UnitName, number>>} perSecond
 * @returns {Record<'auth' | 'api' | 'worker', ServiceNeed>}
 */
function servicesOf(costs, demand, perSecond) {
  const need = (/** @type {'auth' | 'api' | 'worker'} */ name) => {
    const work = coresOf(costs, demand, perSecond, name);
    const alone = ofCores(costs.idle[name], demand);
    const processes = Math.max(processesAtLeast, Math.ceil((work * 100) / demand['busy-percent']));
    return { cores: work + processes * alone, processes, memoryBytes: processes * costs.resident[name] };
  };
  return { auth: need('auth'), api: need('api'), worker: need('worker') };
}

/**
 * @param {Costs} costs
 * @param {Demand} demand
 * @param {Readonly<Record<UnitName, number>>} perSecond
 * @param {Program} program
 */
function coresOf(costs, demand, perSecond, program) {
  return ofCores(sumOver(costs, perSecond, program), demand);
}

/**
 * @param {number} milliseconds milliseconds of CPU in a second, on the measured machine
 * @param {Demand} demand
 */
function ofCores(milliseconds, demand) {
  return (milliseconds / 1_000) * (100 / demand['core-percent']);
}

/**
 * @param {Costs} costs
 * @param {Demand} demand
 * @param {{
 *   perDay: Readonly<Record<UnitName, number>>,
 *   ofOneDatabase: Readonly<Record<UnitName, number>>,
 *   services: Readonly<Record<'auth' | 'api' | 'worker', ServiceNeed>>,
 * }} work
 * @returns {DatabaseNeed}
 */
function databaseOf(costs, demand, { perDay, ofOneDatabase, services }) {
  const share = 1 / demand.databases;
  const names = /** @type {const} */ (['auth', 'api', 'worker']);
  const processes = names.reduce((sum, name) => sum + services[name].processes, 0) * share;
  const alone = ofCores((costs.idle.database * processes) / processesMeasured, demand);
  const connections = names.reduce((sum, name) => sum + services[name].processes * connectionsOf[name], 0) * share;
  const logPerSecond = sumOver(costs, ofOneDatabase, 'walBytes');
  const daily = { slips: bytesOfSlips(costs, perDay) * share, batches: bytesOfBatches(costs, perDay) * share };
  const standing = (demand.members * costs.rows.member + demand.products * costs.rows.product) * share;
  const kept = standing + daily.slips * demand['slips-kept-days'] + daily.batches * demand['batches-kept-days'];
  return {
    cores: coresOf(costs, demand, ofOneDatabase, 'database') + alone,
    memoryBytes:
      connections * bytesPerConnection + standing + daily.slips * hot.slipDays + daily.batches * hot.batchDays,
    diskBytes: kept * diskReserve,
    logBytesPerDay: sumOver(costs, perDay, 'walBytes') * share,
    operationsPerSecond: sumOver(costs, ofOneDatabase, 'commits') + (pagesPerLoggedPage * logPerSecond) / pageBytes,
    connections,
  };
}

/**
 * @param {Costs} costs
 * @param {Readonly<Record<UnitName, number>>} perDay
 */
function bytesOfSlips({ rows }, { importedView, line }) {
  return (importedView + (line / linesPerSlip) * viewsPerSlip) * rows.view;
}

/**
 * @param {Costs} costs
 * @param {Readonly<Record<UnitName, number>>} perDay
 */
function bytesOfBatches({ rows }, { batch, record, slipRecord }) {
  return batch * rows.batch + record * rows.productRecord + slipRecord * rows.slipRecord;
}

/**
 * @param {Costs} costs
 * @param {Readonly<Record<UnitName, number>>} perSecond the units of work per second in one database
 * @param {DatabaseNeed} database
 * @returns {Limit[]} the most used limit comes first
 */
function limitsOf(costs, perSecond, database) {
  const { importedView, line, archivedSlip } = costs.units;
  const writingMs =
    perSecond.importedView * (importedView.tpctl + importedView.database) +
    perSecond.line * (line.worker + line.database) +
    // An archive makes other writers wait only for its work in the database, not while files are written and compared.
    perSecond.archivedSlip * archivedSlip.database;
  const limits = [
    { title: 'writers of slips, one after another', used: writingMs / 1_000 },
    { title: 'claims of batches, one after another', used: (perSecond.batch * costs.claimMs) / 1_000 },
    {
      title: 'notices of batches, one after another',
      used: (perSecond.batch * noticesPerBatch * costs.noticeMs) / 1_000,
    },
    { title: `cores of PostgreSQL (limit: ${serverLimits.cores})`, used: database.cores / serverLimits.cores },
    {
      title: `connections (limit: ${serverLimits.connections})`,
      used: database.connections / serverLimits.connections,
    },
    {
      title: `log of PostgreSQL (limit: ${serverLimits.logBytesPerSecond / 1e6} MB/s)`,
      used: sumOver(costs, perSecond, 'walBytes') / serverLimits.logBytesPerSecond,
    },
    { title: `disk (limit: ${serverLimits.diskBytes / 1e12} TB)`, used: database.diskBytes / serverLimits.diskBytes },
    {
      title: `network of PostgreSQL (limit: ${(serverLimits.networkBytesPerSecond * 8) / 1e9} Gbit/s)`,
      used: sumOver(costs, perSecond, 'movedBytes') / serverLimits.networkBytesPerSecond,
    },
  ];
  return limits.toSorted((one, other) => other.used - one.used);
}

/**
 * @param {Readonly<Record<UnitName, number>>} counts
 * @param {(count: number) => number} change
 * @returns {Record<UnitName, number>}
 */
function mapUnits(counts, change) {
  return /** @type {Record<UnitName, number>} */ (
    Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, change(count)]))
  );
}
