import { fileURLToPath } from 'node:url';
import { freePort } from '@trading-platform/bootstrap/free-port';
import { startCeiling } from '../harness/ceiling.mjs';
import { callForSeconds, postForSeconds } from '../harness/posted-load.mjs';
import { count, megabytes, row, tell } from '../harness/print.mjs';
import { inTurn, medianBy, ratioOf } from '../harness/rounds.mjs';

const pageSize = 1_000;
const connections = 8;
/** More ranges than the number whose ends the API keeps in memory. */
const unrepeatedPages = 1_000;
const manyConnections = 32;
const longRange = 15_000;
const longRangeReaders = 20;
const columns = { titleWidth: 38, width: 14 };

/** @typedef {Pick<import('../harness/posted-load.mjs').Load, 'perSecond' | 'bytesPerSecond'>} Load */
/** @typedef {import('./demo-batches.mjs').DemoBatches} DemoBatches */
/** @typedef {{ id: string, perSecond: number }} Built */

const ofPerSecond = (/** @type {{ perSecond: number }} */ { perSecond }) => perSecond;

/**
 * Measures how fast batches are built, read, checked and requested. Each of these speeds is compared with the ordinary
 * implementation, and the speed of reading also with an upper limit.
 *
 * @param {DemoBatches} batches
 * @param {{ seconds: number, rounds: number, withOrdinary: boolean }} options
 */
export async function measureSpeed(batches, { seconds, rounds, withOrdinary }) {
  const ordinaryUrl = withOrdinary ? await startOrdinary(batches) : undefined;
  const { platform, ordinary = [] } = await inTurn(
    rounds,
    {
      platform: () => build(batches),
      ...(ordinaryUrl !== undefined && { ordinary: () => buildOrdinary(ordinaryUrl) }),
    },
    { warmUps: 0 },
  );
  const [{ id } = { id: '' }] = platform;
  const [ordinaryBatch] = ordinary;
  if (ordinaryBatch !== undefined) {
    tell(
      `Building: ${count(medianBy(platform, ofPerSecond))} records/s, the ordinary way ${count(medianBy(ordinary, ofPerSecond))}, ` +
        `${ratioOf(platform, ordinary, ofPerSecond).toFixed(1)} times`,
    );
  }

  const aligned = pagesFrom(id, batches.records, (page) => page * pageSize);
  const scattered = pagesFrom(id, batches.records, () => randomStart(batches.records));
  const ceilingUrl = await startCeiling(batches.platform, {
    url: batches.url('get'),
    headers: await batches.headers(),
    body: aligned[0] ?? '',
  });
  tell('');
  row('get of 1,000 records', ['per second', 'MB/s', '× ordinary', 'of ceiling'], columns);
  for (const encoding of ['gzip', 'identity']) {
    /** @param {string} url @param {readonly string[]} bodies */
    const load = (url, bodies) => async () => {
      const headers = { ...(await batches.headers()), 'accept-encoding': encoding };
      return postForSeconds({ url, bodies, headers, connections, seconds });
    };
    /** @type {Record<string, readonly Load[]>} */
    const results = await inTurn(rounds, {
      ceiling: load(ceilingUrl, aligned),
      ...(ordinaryBatch && {
        'ordinary way': load(
          `${ordinaryUrl}/get`,
          pagesFrom(ordinaryBatch.id, batches.records, (page) => page * pageSize),
        ),
      }),
      'platform, aligned': load(batches.url('get'), aligned),
      'platform, random start': load(batches.url('get'), scattered),
      'platform, new random start': async () => {
        const headers = { ...(await batches.headers()), 'accept-encoding': encoding };
        return unrepeated(batches, id, { headers, seconds });
      },
    });
    for (const [title, loads] of Object.entries(results)) {
      const { 'ordinary way': plain, ceiling = [] } = results;
      row(
        `${encoding}, ${title}`,
        [
          medianBy(loads, ofPerSecond),
          medianBy(loads, ({ bytesPerSecond }) => bytesPerSecond / 1e6),
          plain === undefined ? '' : ratioOf(loads, plain, ofPerSecond),
          ratioOf(loads, ceiling, ofPerSecond).toFixed(2),
        ],
        columns,
      );
    }
  }
  await measureLines(batches, id, { seconds, rounds });
  await measureCalls(batches, id, { seconds, rounds });
  tell(`Resident: api ${megabytes(batches.platform.residentBytes('api'))}`);
}

/**
 * Reads pages with random starts that are not read again soon. Each connection has its own pages, because connections
 * that share pages read each page several times.
 *
 * @param {DemoBatches} batches
 * @param {string} batchId
 * @param {{ headers: Record<string, string>, seconds: number }} options
 */
async function unrepeated(batches, batchId, options) {
  const loads = await Promise.all(
    Array.from({ length: connections }, () => {
      const bodies = Array.from({ length: unrepeatedPages }, () =>
        rangeOf(batchId, 1 + randomStart(batches.records), pageSize),
      );
      return postForSeconds({ url: batches.url('get'), bodies, connections: 1, ...options });
    }),
  );
  /** @param {'perSecond' | 'bytesPerSecond'} name */
  const sum = (name) => loads.reduce((all, each) => all + each[name], 0);
  return { perSecond: sum('perSecond'), bytesPerSecond: sum('bytesPerSecond') };
}

/** @param {number} records */
function randomStart(records) {
  return Math.floor(Math.random() * (records - pageSize));
}

/**
 * @param {DemoBatches} batches
 * @returns {Promise<Built>}
 */
async function build(batches) {
  const id = await batches.request();
  const { record_count, record_bytes, stored_bytes } = await batches.ended(id);
  if (Number(record_count) !== batches.records) throw new Error(`${record_count} of ${batches.records} records`);
  const perSecond = batches.records / (await batches.buildSeconds(id));
  tell(
    `Built ${count(batches.records)} records at ${count(perSecond)} a second: ${megabytes(Number(record_bytes))}, stored as ` +
      `${((100 * Number(stored_bytes)) / Number(record_bytes)).toFixed(1)} % (worker ${megabytes(batches.platform.residentBytes('worker'))} resident)`,
  );
  return { id, perSecond };
}

/**
 * @param {string} url
 * @returns {Promise<Built>}
 */
async function buildOrdinary(url) {
  const answer = await fetch(`${url}/request`, { method: 'POST' });
  const { batch_id, records, seconds } = /** @type {{ batch_id: number, records: number, seconds: number }} */ (
    await answer.json()
  );
  return { id: String(batch_id), perSecond: records / seconds };
}

/**
 * Compares the speed of reading the same records as NDJSON and by get calls, with long ranges and many readers. The
 * first round is not counted, because it reads every range for the first time.
 *
 * @param {DemoBatches} batches
 * @param {string} batchId
 * @param {{ seconds: number, rounds: number }} options
 */
async function measureLines(batches, batchId, { seconds, rounds }) {
  const length = Math.min(longRange, batches.records);
  const starts = Array.from({ length: Math.floor(batches.records / length) }, (_, n) => n * length + 1);
  const records = new URL(`${batches.platform.orderUrl}/batches/${batchId}/records`);
  const lines = starts.map((from) => ({
    method: /** @type {const} */ ('GET'),
    path: `${records.pathname}?seq_from=${from}&seq_to=${from + length - 1}`,
    body: '',
  }));
  const bodies = starts.map((from) => rangeOf(batchId, from, length));
  tell(`\n${longRangeReaders} readers of ${count(length)} records`);
  for (const encoding of ['gzip', 'identity']) {
    const options = async () => ({
      headers: { ...(await batches.headers()), 'accept-encoding': encoding },
      connections: longRangeReaders,
      seconds,
    });
    const { get, ndjson } = await inTurn(rounds, {
      get: async () => postForSeconds({ url: batches.url('get'), bodies, ...(await options()) }),
      ndjson: async () => callForSeconds({ url: records.href, requests: lines, ...(await options()) }),
    });
    tell(
      `${encoding}: get ${count(medianBy(get, ofPerSecond))}, NDJSON ${count(medianBy(ndjson, ofPerSecond))} a second; ` +
        `NDJSON takes ${ratioOf(get, ndjson, ofPerSecond).toFixed(2)} times as long (wanted 2)`,
    );
  }
}

/**
 * @param {DemoBatches} batches
 * @param {string} batchId
 * @param {{ seconds: number, rounds: number }} options
 */
async function measureCalls(batches, batchId, { seconds, rounds }) {
  await batches.platform.service('worker').end();
  const load = (/** @type {'check' | 'request'} */ step, /** @type {object} */ body) => async () =>
    postForSeconds({
      url: batches.url(step),
      bodies: [JSON.stringify(body)],
      headers: await batches.headers(),
      connections: manyConnections,
      seconds,
    });
  const { check } = await inTurn(rounds, { check: load('check', { batch_id: batchId }) });
  const { request } = await inTurn(rounds, { request: load('request', batches.market.criteria) });
  tell(`\nCheck: ${count(medianBy(check, ofPerSecond))} a second (wanted 10,000)`);
  tell(`Request: ${count(medianBy(request, ofPerSecond))} a second (wanted 2,000, on PostgreSQL 800)`);
}

/** @param {DemoBatches} batches */
async function startOrdinary({ market, platform }) {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const script = fileURLToPath(new URL('ordinary-server.mjs', import.meta.url));
  tell('Loading the same records for the ordinary way …');
  await platform.startBeside(script, `${url}/ready`, {
    settings: {
      ORDINARY_PORT: port,
      ORDINARY_DATABASE_URL: platform.peerDatabase('ordinary'),
      ORDINARY_RECORDS: market.demoFile,
    },
  });
  return url;
}

/**
 * @param {string} batchId
 * @param {number} records
 * @param {(page: number) => number} startOf the records before the page
 */
function pagesFrom(batchId, records, startOf) {
  const pages = Math.max(1, Math.floor(records / pageSize));
  return Array.from({ length: pages }, (_, page) => rangeOf(batchId, startOf(page) + 1, pageSize));
}

/**
 * @param {string} batchId
 * @param {number} from
 * @param {number} length
 */
function rangeOf(batchId, from, length) {
  return JSON.stringify({ batch_id: batchId, seq_from: String(from), seq_to: String(from + length - 1) });
}
