import { readFileSync } from 'node:fs';
import { Failure } from '@trading-platform/bootstrap/failure';

export const services = /** @type {const} */ (['auth', 'api', 'worker', 'tpctl']);
/** The programs whose CPU is measured: the services, tpctl and PostgreSQL. */
export const programs = /** @type {const} */ ([...services, 'database']);

/** The units of work whose costs the model needs. */
export const unitTitles = /** @type {const} */ ({
  signIn: 'token for a password',
  reissue: 'token for a refresh token',
  batch: 'batch of 20 records: request, end and get',
  check: 'check',
  record: 'record of the order master in a large batch',
  get: 'get of 1,000 such records',
  importedView: 'imported view of a slip',
  line: 'line of an uploaded order',
  slipRecord: 'slip in a batch',
  deliveredSlip: 'slip got and marked',
  archivedSlip: 'slip moved to an archive',
});

/** @typedef {keyof typeof unitTitles} UnitName */

/**
 * The cost of one unit of work: CPU milliseconds of each service and of PostgreSQL, statements, commits and bytes.
 *
 * @typedef {Readonly<Record<typeof programs[number], number>> & Readonly<Record<'statements' | 'commits' | 'walBytes' | 'movedBytes' | 'sentBytes', number>>} Cost
 */

/**
 * The measured costs, with the time and the machine of the measurement.
 *
 * @typedef {object} Costs
 * @property {{ at: string, machine: string, node: string, postgres: string, load: string }} measured
 * @property {Readonly<Record<UnitName, Cost>>} units
 * @property {Omit<Cost, 'sentBytes'>} idle the cost of one process of each service, in a second without calls
 * @property {Readonly<Record<'auth' | 'api' | 'worker', number>>} resident the memory of a process after work, in bytes
 * @property {Readonly<Record<'member' | 'product' | 'view' | 'batch' | 'productRecord' | 'slipRecord' | 'archivedSlip',
 *   number>>} rows the bytes of one row on the disk, with its indexes; for an archived slip, the bytes in files
 * @property {number} claimMs the time for which a claim makes other claims wait
 * @property {number} noticeMs the time for which the notice of a batch makes other notices wait
 */

export const costsFile = new URL('costs.json', import.meta.url);

/**
 * @returns {Costs}
 * @throws {Failure} if a figure is missing
 */
export function readCosts() {
  const costs = JSON.parse(readFileSync(costsFile, 'utf8'));
  const missing = Object.keys(unitTitles).filter((name) => costs.units?.[name] === undefined);
  if (missing.length > 0)
    throw new Failure(`tooling/capacity/costs.json lacks ${missing.join(', ')}: npm run bench scale -- --write`);
  return costs;
}
