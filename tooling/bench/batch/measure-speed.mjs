import { fileURLToPath } from 'node:url';
import { freePort } from '@trading-platform/bootstrap/free-port';
import { callForSeconds, postForSeconds } from './posted-load.mjs';

const builds = 3;
const pageSize = 1_000;
const connections = 8;
const manyConnections = 32;
const longRange = 15_000;
const longRangeReaders = 20;
const ceiling = 'ceiling';
const ordinary = 'ordinary way';
const callsWanted = { check: 10_000, requestSqlite: 2_000, requestPostgres: 800 };

/** @typedef {import('./posted-load.mjs').Load} Load */

/**
 * @typedef {object} Options
 * @property {number} seconds
 * @property {number} rounds
 * @property {boolean} withOrdinary
 * @property {(text: string) => void} tell
 */

/**
 * Building, getting, checking and requesting, each beside the ordinary way and the ceiling where there is one.
 *
 * @param {import('./market.mjs').Market} market
 * @param {Options} options
 */
export async function measureSpeed(market, { seconds, rounds, withOrdinary, tell }) {
  const batch = await builtBatch(market, tell);
  const way = withOrdinary ? await startOrdinary(market, tell) : undefined;
  const aligned = alignedPages(batch.id, market.records);
  const scattered = pagesFrom(batch.id, market.records, () => Math.floor(Math.random() * (market.records - pageSize)));
  const ceilingUrl = await startCeiling(market, aligned[0] ?? '');
  tell('');
  tell(
    `${'get of 1,000 records'.padEnd(32)}${'per second'.padStart(12)}${'MB/s'.padStart(8)}${'× ordinary'.padStart(14)}${'of ceiling'.padStart(12)}`,
  );
  for (const encoding of ['gzip', 'identity']) {
    /** @param {string} url @param {readonly string[]} bodies */
    const load = (url, bodies) => async () => {
      const headers = { ...(await market.headers()), 'accept-encoding': encoding };
      return postForSeconds({ url, bodies, headers, connections, seconds });
    };
    const results = await inTurn(rounds, {
      [ceiling]: load(ceilingUrl, aligned),
      ...(way && { [ordinary]: load(`${way.url}/get`, way.pages) }),
      ...(way && { 'ordinary, stored texts': load(`${way.url}/get-stored`, way.pages) }),
      'platform, aligned': load(market.url('get'), aligned),
      'platform, random start': load(market.url('get'), scattered),
    });
    for (const [title, loads] of Object.entries(results)) {
      tell(getLine(`${encoding}, ${title}`, loads, { plain: results[ordinary], limit: results[ceiling] }));
    }
  }
  await measureLines(market, batch.id, { seconds, rounds, tell });
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
  for (let round = 0; round < builds; round++) {
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
  return medianBuild(built);
}

/**
 * The same records as NDJSON and by get: long ranges for many readers. The first round, which is not counted, is the first
 * reading as well.
 *
 * @param {import('./market.mjs').Market} market
 * @param {string} batchId
 * @param {Omit<Options, 'withOrdinary'>} options
 */
async function measureLines(market, batchId, { seconds, rounds, tell }) {
  const length = Math.min(longRange, market.records);
  const starts = Array.from({ length: Math.floor(market.records / length) }, (_, n) => n * length + 1);
  const records = new URL(`${market.platform.orderUrl}/batches/${batchId}/records`);
  const lines = starts.map((from) => ({
    method: /** @type {const} */ ('GET'),
    path: `${records.pathname}?seq_from=${from}&seq_to=${from + length - 1}`,
    body: '',
  }));
  const bodies = starts.map((from) =>
    JSON.stringify({ batch_id: batchId, seq_from: String(from), seq_to: String(from + length - 1) }),
  );
  tell('');
  tell(`${longRangeReaders} readers of ${length.toLocaleString('en')} records`);
  for (const encoding of ['gzip', 'identity']) {
    const options = async () => ({
      headers: { ...(await market.headers()), 'accept-encoding': encoding },
      connections: longRangeReaders,
      seconds,
    });
    const { get = [], ndjson = [] } = await inTurn(rounds, {
      get: async () => postForSeconds({ url: market.url('get'), bodies, ...(await options()) }),
      ndjson: async () => callForSeconds({ url: records.href, requests: lines, ...(await options()) }),
    });
    const ratio = medianOf(ndjson, (load, round) => (get[round]?.perSecond ?? NaN) / load.perSecond);
    tell(
      `${encoding}: get ${medianOf(get, (load) => load.perSecond).toFixed(1)}, NDJSON ` +
        `${medianOf(ndjson, (load) => load.perSecond).toFixed(1)} per second; NDJSON takes ${ratio.toFixed(2)} times as long (wanted 2)`,
    );
  }
}

/** @param {readonly { id: string, perSecond: number }[]} built */
function medianBuild(built) {
  const perSecond = medianOf(built, (build) => build.perSecond);
  return { id: built.find((build) => build.perSecond === perSecond)?.id ?? '', perSecond };
}

/**
 * @param {import('./market.mjs').Market} market
 * @param {string} batchId
 * @param {Omit<Options, 'withOrdinary'>} options
 */
async function measureCalls(market, batchId, { seconds, rounds, tell }) {
  const check = JSON.stringify({ batch_id: batchId });
  await market.platform.service('worker').end();
  for (const [step, body] of /** @type {['check' | 'request', string][]} */ ([
    ['check', check],
    ['request', JSON.stringify(market.criteria)],
  ])) {
    const load = async () =>
      postForSeconds({
        url: market.url(step),
        bodies: [body],
        headers: await market.headers(),
        connections: manyConnections,
        seconds,
      });
    const { [step]: loads = [] } = await inTurn(rounds, { [step]: load });
    const perSecond = medianOf(loads, (each) => each.perSecond);
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
  await market.platform.startBeside(script, `${url}/ready`, {
    settings: {
      ORDINARY_PORT: port,
      ORDINARY_DATABASE_URL: market.ordinaryDatabase,
      ORDINARY_RECORDS: market.recordsFile,
    },
  });
  /** @type {{ id: string, perSecond: number }[]} */
  const built = [];
  for (let round = 0; round < builds; round++) {
    const answer = await fetch(`${url}/request`, { method: 'POST' });
    const { batch_id, records, seconds } = /** @type {{ batch_id: number, records: number, seconds: number }} */ (
      await answer.json()
    );
    const perSecond = records / seconds;
    built.push({ id: String(batch_id), perSecond });
    tell(
      `the ordinary way built ${records.toLocaleString('en')} records at ${Math.round(perSecond).toLocaleString('en')} records/s`,
    );
  }
  const { id, perSecond } = medianBuild(built);
  return { url, pages: alignedPages(id, market.records), perSecond };
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
  await market.platform.startBeside(script, url, {
    settings: { CEILING_PORT: port, PAGE_URL: market.url('get'), PAGE_AUTHORIZATION: authorization, PAGE_BODY: body },
  });
  return `${url}/get`;
}

/**
 * @param {string} batchId
 * @param {number} records
 */
function alignedPages(batchId, records) {
  return pagesFrom(batchId, records, (page) => page * pageSize);
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
 * Round after round of all loads, so that a machine that is slower for a while is slower for each of them. The first round
 * is not counted: programs are compiled as they run.
 *
 * @param {number} rounds
 * @param {Record<string, () => Promise<Load>>} loads
 * @returns {Promise<Record<string, readonly Load[]>>} of each load, one for each round
 */
async function inTurn(rounds, loads) {
  /** @type {Record<string, Load[]>} */
  const results = {};
  for (let round = 0; round <= rounds; round++) {
    for (const [title, load] of Object.entries(loads)) {
      const result = await load();
      if (round > 0) (results[title] ??= []).push(result);
    }
  }
  return results;
}

/**
 * @param {string} title
 * @param {readonly Load[]} loads
 * @param {{ plain: readonly Load[] | undefined, limit: readonly Load[] | undefined }} others of the same rounds
 */
function getLine(title, loads, { plain, limit }) {
  const perSecond = medianOf(loads, (load) => load.perSecond);
  const megabytesPerSecond = medianOf(loads, (load) => load.bytesPerSecond / 1e6);
  /** @param {readonly Load[]} peers */
  const ratioTo = (peers) => medianOf(loads, (load, round) => load.perSecond / (peers[round]?.perSecond ?? NaN));
  return (
    title.padEnd(32) +
    perSecond.toFixed(perSecond < 100 ? 1 : 0).padStart(12) +
    megabytesPerSecond.toFixed(0).padStart(8) +
    (plain === undefined ? '' : ratioTo(plain).toFixed(0)).padStart(14) +
    (limit === undefined ? '' : ratioTo(limit).toFixed(2)).padStart(12)
  );
}

/**
 * @template Measured
 * @param {readonly Measured[]} measured
 * @param {(measured: Measured, round: number) => number} figureOf
 */
function medianOf(measured, figureOf) {
  return measured.map(figureOf).toSorted((a, b) => a - b)[Math.floor(measured.length / 2)] ?? NaN;
}

/** @param {number} bytes */
function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
