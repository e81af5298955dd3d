import { fileURLToPath } from 'node:url';
import { freePort } from '../platform.mjs';
import { postForSeconds } from './posted-load.mjs';

const pageSize = 1_000;
const connections = 8;
const manyConnections = 32;
const callsWanted = { check: 10_000, requestSqlite: 2_000, requestPostgres: 800 };

/**
 * @typedef {object} Options
 * @property {number} seconds
 * @property {number} rounds
 * @property {boolean} ordinary
 * @property {(text: string) => void} tell
 */

/**
 * Building, getting, checking and requesting, each beside the ordinary way and the ceiling where there is one.
 *
 * @param {import('./market.mjs').Market} market
 * @param {Options} options
 */
export async function measureSpeed(market, { seconds, rounds, ordinary, tell }) {
  const batch = await builtBatch(market, tell);
  const way = ordinary ? await startOrdinary(market, tell) : undefined;
  const aligned = pagesFrom(batch.id, market.records, (page) => page * pageSize);
  const scattered = pagesFrom(batch.id, market.records, () => Math.floor(Math.random() * (market.records - pageSize)));
  const ceilingUrl = await startCeiling(market, aligned[0] ?? '');
  tell('');
  tell(
    `${'get of 1,000 records'.padEnd(32)}${'per second'.padStart(12)}${'MB/s'.padStart(8)}${'× ordinary'.padStart(14)}${'of ceiling'.padStart(12)}`,
  );
  for (const encoding of ['gzip', 'identity']) {
    const headers = async () => ({ ...(await market.headers()), 'accept-encoding': encoding });
    /** @param {string} url @param {readonly string[]} bodies */
    const measured = (url, bodies) =>
      medianOf(rounds, async () => postForSeconds({ url, bodies, headers: await headers(), connections, seconds }));
    const ceiling = await measured(ceilingUrl, aligned);
    const plainPages = way && pagesFrom(way.batchId, market.records, (page) => page * pageSize);
    const plain = way && plainPages && (await measured(`${way.url}/get`, plainPages));
    const stored = way && plainPages && (await measured(`${way.url}/get-stored`, plainPages));
    const rows = [
      ['ceiling', ceiling],
      ['ordinary way', plain],
      ['ordinary, stored texts', stored],
      ['platform, aligned', await measured(market.url('get'), aligned)],
      ['platform, random start', await measured(market.url('get'), scattered)],
    ];
    for (const [title, result] of /** @type {[string, import('./posted-load.mjs').Load | undefined][]} */ (rows)) {
      if (result !== undefined) tell(getLine(`${encoding}, ${title}`, result, { ceiling, plain }));
    }
  }
  if (way !== undefined) {
    tell('');
    tell(
      `building: ${Math.round(batch.perSecond).toLocaleString('en')} records/s, ${(batch.perSecond / way.perSecond).toFixed(1)} × the ordinary way`,
    );
  }
  await measureCalls(market, batch.id, { seconds, rounds, tell });
  tell(`resident memory: api ${megabytes(market.platform.residentBytes('api'))}`);
}

/**
 * @param {import('./market.mjs').Market} market
 * @param {(text: string) => void} tell
 */
async function builtBatch(market, tell) {
  /** @type {{ id: string, perSecond: number }[]} */
  const built = [];
  for (let round = 0; round < 3; round++) {
    const id = await market.request();
    const { record_count, record_bytes, stored_bytes } = await market.ended(id);
    if (Number(record_count) !== market.records) throw new Error(`${record_count} of ${market.records} records`);
    const perSecond = market.records / (await market.buildSeconds(id));
    built.push({ id, perSecond });
    tell(
      `built ${Number(record_count).toLocaleString('en')} records at ${Math.round(perSecond).toLocaleString('en')} records/s; ` +
        `${megabytes(Number(record_bytes))} stored as ${megabytes(Number(stored_bytes))}, ` +
        `${((100 * Number(stored_bytes)) / Number(record_bytes)).toFixed(1)} % (worker ${megabytes(market.platform.residentBytes('worker'))} resident)`,
    );
  }
  return built.toSorted((a, b) => a.perSecond - b.perSecond)[1] ?? { id: '', perSecond: NaN };
}

/**
 * @param {import('./market.mjs').Market} market
 * @param {string} batchId
 * @param {Omit<Options, 'ordinary'>} options
 */
async function measureCalls(market, batchId, { seconds, rounds, tell }) {
  const check = JSON.stringify({ batch_id: batchId });
  await market.platform.end('worker');
  for (const [step, body] of /** @type {['check' | 'request', string][]} */ ([
    ['check', check],
    ['request', JSON.stringify(market.criteria)],
  ])) {
    const { perSecond } = await medianOf(rounds, async () =>
      postForSeconds({
        url: market.url(step),
        bodies: [body],
        headers: await market.headers(),
        connections: manyConnections,
        seconds,
      }),
    );
    const wanted =
      step === 'check' ? callsWanted.check : `${callsWanted.requestSqlite}, PostgreSQL ${callsWanted.requestPostgres}`;
    tell(`${step}: ${Math.round(perSecond).toLocaleString('en')} per second (wanted ${wanted})`);
  }
}

/**
 * @param {import('./market.mjs').Market} market
 * @param {(text: string) => void} tell
 */
async function startOrdinary(market, tell) {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const script = fileURLToPath(new URL('ordinary-server.mjs', import.meta.url));
  tell('Loading the same records for the ordinary way …');
  await market.platform.startProcess(script, `${url}/ready`, {
    readyWithinMs: 600_000,
    env: {
      ORDINARY_PORT: port,
      ORDINARY_DATABASE_URL: market.ordinaryDatabase,
      ORDINARY_RECORDS: market.recordsFile,
    },
  });
  const answer = await fetch(`${url}/request`, { method: 'POST' });
  const built = /** @type {{ batch_id: number, records: number, seconds: number }} */ (await answer.json());
  const { batch_id, records, seconds } = built;
  tell(
    `the ordinary way built ${records.toLocaleString('en')} records at ${Math.round(records / seconds).toLocaleString('en')} records/s`,
  );
  return { url, batchId: String(batch_id), perSecond: records / seconds };
}

/**
 * @param {import('./market.mjs').Market} market
 * @param {string} body
 */
async function startCeiling(market, body) {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const { authorization } = await market.headers();
  const script = fileURLToPath(new URL('ceiling-server.mjs', import.meta.url));
  await market.platform.startProcess(script, url, {
    env: { CEILING_PORT: port, PAGE_URL: market.url('get'), PAGE_AUTHORIZATION: authorization, PAGE_BODY: body },
  });
  return `${url}/get`;
}

/**
 * @param {string} batchId
 * @param {number} records
 * @param {(page: number) => number} startOf the records before the page
 */
function pagesFrom(batchId, records, startOf) {
  return Array.from({ length: Math.max(1, Math.floor(records / pageSize)) }, (_, page) => {
    const start = startOf(page);
    return JSON.stringify({ batch_id: batchId, seq_from: String(start + 1), seq_to: String(start + pageSize) });
  });
}

/**
 * The first time is not counted: programs are compiled as they run.
 *
 * @param {number} rounds
 * @param {() => Promise<import('./posted-load.mjs').Load>} measure
 */
async function medianOf(rounds, measure) {
  await measure();
  /** @type {import('./posted-load.mjs').Load[]} */
  const results = [];
  for (let round = 0; round < rounds; round++) results.push(await measure());
  const median = results.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(rounds / 2)];
  if (median === undefined) throw new RangeError('At least one round');
  return median;
}

/**
 * @param {string} title
 * @param {import('./posted-load.mjs').Load} result
 * @param {{ ceiling: import('./posted-load.mjs').Load, plain: import('./posted-load.mjs').Load | undefined }} others
 */
function getLine(title, { perSecond, bytesPerSecond }, { ceiling, plain }) {
  const ratio = plain === undefined ? '' : (perSecond / plain.perSecond).toFixed(0);
  return (
    title.padEnd(32) +
    perSecond.toFixed(perSecond < 100 ? 1 : 0).padStart(12) +
    (bytesPerSecond / 1e6).toFixed(0).padStart(8) +
    ratio.padStart(14) +
    (perSecond / ceiling.perSecond).toFixed(2).padStart(12)
  );
}

/** @param {number} bytes */
function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
