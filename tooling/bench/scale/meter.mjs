import { cpuSecondsOf, endedChildrenCpuSeconds, movedBytesOf, serverCpuSeconds } from '../harness/processes.mjs';

/** @typedef {import('./rig.mjs').Rig} Rig */

/**
 * The resources that a piece of work used: CPU milliseconds of each service and of PostgreSQL, PostgreSQL's statements,
 * commits and log bytes, and bytes that the services have read and written.
 *
 * @typedef {object} Usage
 * @property {number} auth
 * @property {number} api
 * @property {number} worker
 * @property {number} tpctl tpctl commands that have ended
 * @property {number} database
 * @property {number} statements
 * @property {number} commits
 * @property {number} walBytes
 * @property {number} movedBytes
 */

/** Every statement of the benchmark itself begins with this comment, so that the statement is not counted. */
export const ofBench = '/* bench */';

const services = /** @type {const} */ (['auth', 'api', 'worker']);

/** Measures the resources that a platform has used since its start. */
export class Meter {
  #rig;
  #postmaster;

  /**
   * @param {Rig} rig
   * @param {number} postmaster
   */
  constructor(rig, postmaster) {
    this.#rig = rig;
    this.#postmaster = postmaster;
  }

  /** @returns {Promise<Usage>} since the start */
  async now() {
    const [row] = await this.#rig.database.query(
      `${ofBench} SELECT sum(calls)::float8 AS statements, sum(calls) FILTER (WHERE query = 'COMMIT')::float8 AS commits,
         (pg_current_wal_lsn() - '0/0')::float8 AS wal FROM pg_stat_statements WHERE query NOT LIKE '${ofBench}%'`,
    );
    const [auth = 0, api = 0, worker = 0] = services.map((name) => 1_000 * this.#sum(name, cpuSecondsOf));
    return {
      auth,
      api,
      worker,
      tpctl: 1_000 * endedChildrenCpuSeconds(process.pid),
      database: 1_000 * serverCpuSeconds(this.#postmaster),
      statements: Number(row?.statements),
      commits: Number(row?.commits ?? 0),
      walBytes: Number(row?.wal),
      movedBytes: services.reduce((sum, name) => sum + this.#sum(name, movedBytesOf), 0),
    };
  }

  /** Returns how often each statement was sent so far. @returns {Promise<Map<string, number>>} */
  async statements() {
    const rows = await this.#rig.database.query(
      `${ofBench} SELECT query, sum(calls)::float8 AS calls FROM pg_stat_statements WHERE query NOT LIKE '${ofBench}%' GROUP BY query`,
    );
    return new Map(rows.map(({ query, calls }) => [String(query), Number(calls)]));
  }

  /**
   * @param {'auth' | 'api' | 'worker'} service
   * @param {(processId: number) => number} figureOf
   */
  #sum(service, figureOf) {
    return this.#rig.processesOf(service).reduce((sum, { processId }) => sum + figureOf(processId), 0);
  }
}

/**
 * @param {Usage} before
 * @param {Usage} after
 * @returns {Usage}
 */
export function usedBetween(before, after) {
  return mapUsage(after, (name) => after[name] - before[name]);
}

/**
 * @param {Usage} usage
 * @param {(name: keyof Usage) => number} figure
 * @returns {Usage}
 */
export function mapUsage(usage, figure) {
  return /** @type {Usage} */ (
    Object.fromEntries(Object.keys(usage).map((name) => [name, figure(/** @type {keyof Usage} */ (name))]))
  );
}
