import { createHash } from 'node:crypto';
import { createReadStream, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { requestAndWait } from '../harness/batches.mjs';
import { count } from '../harness/print.mjs';
import { inTurn, ratioOf } from '../harness/rounds.mjs';
import { runWatched } from '../harness/watched-run.mjs';
import { accountEnvironment } from './account-environment.mjs';

const wanted = { ofCurl: 0.5, iteratedPerSecond: 15_000, parquetPerSecond: 8_000, megabytes: 200 };
const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const tp = at('../../../programs/tp/bin/tp.js');

/**
 * Reads a large batch with the programs that callers use. `tp` writes files and is compared with `curl --compressed`,
 * which writes the same bytes to a file. The SDK is compared with a program that only parses the same records. The
 * programs take turns; each is measured from the start of its process to the end, including the sign-in.
 *
 * @type {import('./main.mjs').Measure}
 */
export async function largeDownload(market, { records, rounds }) {
  const { platform } = market;
  const url = `${platform.orderUrl}/master/download/buy`;
  const made = await requestAndWait({ url, token: await market.headOfficeToken(), body: market.criteria });
  if (made.count !== records) throw new Error(`${made.count} of ${records} records`);
  const account = await market.headOfficeAccount();
  const runs = await inTurn(rounds, waysToRead(market, { ...made, account }), { warmUps: 0 });
  const [ours, theirs] = await Promise.all([
    digest(fileOf(platform, 'tp.ndjson')),
    digest(fileOf(platform, 'curl.ndjson')),
  ]);
  if (ours !== theirs) throw new Error('tp and curl wrote different bytes');
  const of = (/** @type {string} */ name) => middle(runs[name] ?? []);
  const perSecond = (/** @type {string} */ name) => records / of(name).seconds;
  const ofCurl = ratioOf(runs.curl ?? [], runs.tp ?? [], ({ seconds }) => seconds);
  return [
    { title: `curl --compressed of ${count(records)} records`, value: `${of('curl').seconds.toFixed(2)} s` },
    {
      title: 'tp download to NDJSON, as fast as curl',
      value: `${ofCurl.toFixed(2)} (${of('tp').seconds.toFixed(2)} s)`,
      wanted: `at least ${wanted.ofCurl}`,
      isMet: ofCurl >= wanted.ofCurl,
    },
    { title: 'only parsing the same records from a file', value: `${count(perSecond('parsing'))} /s` },
    speed('for await, nodeFetch', perSecond('nodeFetch'), wanted.iteratedPerSecond),
    speed('for await, global fetch', perSecond('fetch'), wanted.iteratedPerSecond),
    speed('tp download to Parquet', perSecond('parquet'), wanted.parquetPerSecond),
    ...['tp', 'nodeFetch', 'fetch', 'parquet'].map((name) => memory(name, of(name).megabytes)),
  ];
}

/**
 * @param {import('../market/market.mjs').Market} market
 * @param {{ batchId: string, count: number, account: import('../harness/platform.mjs').Account }} batch
 * @returns {Record<string, () => Promise<import('../harness/watched-run.mjs').Run>>}
 */
function waysToRead(market, { batchId, count: records, account }) {
  const { platform } = market;
  const environment = accountEnvironment(platform, account);
  const node = async (/** @type {readonly string[]} */ args) => {
    const run = await runWatched(process.execPath, args, { ...environment, TP_CONFIG_DIR: platform.folder });
    if (!run.output.startsWith(String(records))) throw new Error(`Not ${records} records: ${run.output}`);
    return run;
  };
  const download =
    (/** @type {string} */ name, /** @type {readonly string[]} */ more = []) =>
    async () => {
      const file = fileOf(platform, name);
      await rm(file, { force: true });
      return node([tp, 'download', 'master', '--batch-id', batchId, '--out', file, ...more]);
    };
  return {
    curl: async () => {
      const header = fileOf(platform, 'curl-header');
      writeFileSync(header, `Authorization: Bearer ${await market.headOfficeToken()}\n`, { mode: 0o600 });
      const url = `${platform.orderUrl}/batches/${batchId}/records`;
      const out = ['--output', fileOf(platform, 'curl.ndjson')];
      return runWatched('curl', [
        '--silent',
        '--show-error',
        '--fail',
        '--compressed',
        '--header',
        `@${header}`,
        ...out,
        url,
      ]);
    },
    tp: download('tp.ndjson'),
    parsing: () => node([at('parse-lines.mjs'), fileOf(platform, 'curl.ndjson')]),
    nodeFetch: () => node([at('iterate-records.mjs'), batchId, 'nodeFetch']),
    fetch: () => node([at('iterate-records.mjs'), batchId]),
    parquet: download('tp.parquet', ['--table', 'catalog']),
  };
}

/**
 * @param {string} title
 * @param {number} perSecond
 * @param {number} least
 */
function speed(title, perSecond, least) {
  const isMet = perSecond >= least;
  return { title, value: `${count(perSecond)} /s`, wanted: `at least ${count(least)} /s`, isMet };
}

/**
 * @param {string} name
 * @param {number} megabytes
 */
function memory(name, megabytes) {
  const isMet = megabytes < wanted.megabytes;
  return {
    title: `resident at most, ${name}`,
    value: `${megabytes.toFixed(0)} MB`,
    wanted: `under ${wanted.megabytes} MB`,
    isMet,
  };
}

/** Returns the run with the median duration. @param {readonly import('../harness/watched-run.mjs').Run[]} runs */
function middle(runs) {
  const found = runs.toSorted((one, other) => one.seconds - other.seconds)[Math.floor(runs.length / 2)];
  if (found === undefined) throw new Error('Nothing was measured');
  return found;
}

/**
 * @param {import('../harness/platform.mjs').Platform} platform
 * @param {string} name
 */
function fileOf(platform, name) {
  return join(platform.folder, name);
}

/** @param {string} file */
async function digest(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
