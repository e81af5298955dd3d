import { setTimeout as sleep } from 'node:timers/promises';
import { requestAndWait } from '../harness/batches.mjs';
import { signInForm } from '../harness/platform.mjs';
import { postForms } from '../harness/post-forms.mjs';
import { postForSeconds } from '../harness/posted-load.mjs';
import { linesPerOrder, members, sizes, uploadOf } from '../market/records.mjs';
import { inParallel, Reader } from './calls.mjs';

import { ofBench, usedBetween } from './meter.mjs';
import { refreshTokens, reissueForm } from './tokens.mjs';

/**
 * @typedef {object} Bench
 * @property {import('./rig.mjs').Rig} rig
 * @property {import('../market/market.mjs').Market} market
 * @property {Map<string, readonly Made[]>} made the batches of this round, for the units that read them
 */

/** @typedef {{ readonly batchId: string, readonly count: number }} Made */

/**
 * @typedef {object} Done
 * @property {number} units how many units were done
 * @property {number} [sentBytes] to callers
 * @property {import('./meter.mjs').Usage} [fixed] the resources whose use does not depend on the number of units
 */

/**
 * A kind of work whose cost is measured. The cost of `prepare` is not counted.
 *
 * @template [Prepared=any]
 * @typedef {object} Unit
 * @property {string} name the name of the unit in the figures
 * @property {string} title
 * @property {string} [makes] the names of the units that need the result of this unit
 * @property {(bench: Bench, round: number) => Promise<Prepared>} prepare
 * @property {(bench: Bench, prepared: Prepared, round: number) => Promise<Done>} run
 */

const connections = 8;
const checkSeconds = 2;
const perProcess = {
  smallBatches: 100,
  /** Half of the batches are kept for the get calls at a constant pace. */
  productBatches: 8,
  slipBatches: 4,
  uploads: 4,
  ordersPerUpload: 100,
  slips: 1_500,
  archivedSlips: 500,
  signIns: 24,
  reissues: 400,
};
const pages = { products: 1_000, slips: 500 };
const marksWithinMs = 30_000;
/** If the delivery marks were counted more often, counting them would cost PostgreSQL more than writing them. */
const marksPollMs = 500;

export const paths = {
  master: '/ordApi/order/master/download/buy',
  trade: '/ordApi/order/trade/download',
  upload: '/ordApi/order/order/upload',
  signIn: '/api/credentials/access_token',
  reissue: '/idp/oauth2/access_token?realm=/api',
};
const wholeTime = { target_date_set: '2', target_date_from: '2000-01-01', target_date_to: '2099-12-31' };

/** @type {readonly Unit[]} */
export const units = [
  {
    name: 'record',
    title: 'record of a large batch',
    makes: 'get check',
    prepare: async ({ market }) => market.headOfficeToken(),
    run: async (bench, token) => {
      const request = { token, body: bench.market.criteria };
      const made = await makeBatches(bench, paths.master, request, perProcess.productBatches);
      bench.made.set('products', made);
      return { units: sumOf(made) };
    },
  },
  {
    name: 'get',
    title: 'first get of an aligned range of 1,000 records',
    prepare: async ({ market }) => market.headOfficeToken(),
    run: async (bench, token) => {
      const [made] = halvesOf(bench.made.get('products') ?? []);
      return readPages(bench, { path: paths.master, token, pageSize: pages.products }, made);
    },
  },
  {
    name: 'check',
    title: 'check',
    prepare: async ({ market }) => market.headOfficeToken(),
    run: async ({ rig, made }, token) => {
      const body = JSON.stringify({ batch_id: made.get('products')?.[0]?.batchId });
      const headers = { authorization: `Bearer ${token}` };
      const loads = (await rig.urlsOf('api')).map((url) =>
        postForSeconds({
          url: `${url}${paths.master}/check`,
          bodies: [body],
          headers,
          connections,
          seconds: checkSeconds,
        }),
      );
      const done = await Promise.all(loads);
      const sum = (/** @type {'answers' | 'bytes'} */ name) => done.reduce((all, load) => all + load[name], 0);
      return { units: sum('answers'), sentBytes: sum('bytes') };
    },
  },
  {
    name: 'batch',
    title: `batch of ${sizes.ofSmall} records: request, end and get`,
    prepare: ({ market }) => market.smallTokens(),
    run: async ({ rig }, tokens) => {
      const urls = await rig.urlsOf('api');
      const calls = Array.from({ length: perProcess.smallBatches * rig.size.worker }, (_, n) => ({
        url: `${urls[n % urls.length]}${paths.master}`,
        token: tokens[n % tokens.length],
        body: {},
      }));
      const reader = new Reader();
      const read = await inParallel(connections * rig.size.worker, calls, (call) => downloadSmall(reader, call));
      reader.close();
      return { units: read.length, sentBytes: read.reduce((sum, bytes) => sum + bytes, 0) };
    },
  },
  {
    name: 'line',
    title: 'line of an uploaded order',
    prepare: async ({ market }) => market.tokenOf(members.orderer),
    run: async ({ rig }, token, round) => {
      const urls = await rig.urlsOf('api');
      const calls = Array.from({ length: perProcess.uploads * rig.size.worker }, (_, n) => ({
        url: `${urls[n % urls.length]}${paths.upload}`,
        token,
        body: { order_list: uploadOf(perProcess.ordersPerUpload, `r${round}-${n}`) },
      }));
      await inParallel(2 * rig.size.worker, calls, requestAndWait);
      return { units: calls.length * perProcess.ordersPerUpload * linesPerOrder };
    },
  },
  {
    name: 'importedView',
    title: 'imported view of a slip of ten lines',
    makes: 'slipRecord deliveredSlip',
    prepare: async ({ rig, market }) => {
      const before = await rig.meter.now();
      await market.platform.loadFile('trade', await market.writeSlips(1));
      const fixed = usedBetween(before, await rig.meter.now());
      return { fixed, file: await market.writeSlips(perProcess.slips * rig.size.worker) };
    },
    run: async ({ rig, market }, { fixed, file }) => {
      await market.platform.loadFile('trade', file);
      return { units: perProcess.slips * rig.size.worker, fixed };
    },
  },
  {
    name: 'slipRecord',
    title: 'slip of ten lines, as a record of a batch',
    makes: 'deliveredSlip',
    prepare: async ({ market }) => market.headOfficeToken(),
    run: async (bench, token) => {
      const body = { ...wholeTime, ...bench.market.criteria, not_downloaded_flg: '1' };
      const made = await makeBatches(bench, paths.trade, { token, body: forTrade(body) }, perProcess.slipBatches);
      bench.made.set('slips', made);
      return { units: sumOf(made) };
    },
  },
  {
    name: 'deliveredSlip',
    title: 'slip of ten lines, got and marked',
    prepare: async ({ market }) => market.headOfficeToken(),
    run: async (bench, token) => {
      const [made] = bench.made.get('slips') ?? [];
      if (made === undefined) throw new Error('There is no batch of slips');
      const before = await countMarks(bench.rig);
      const { sentBytes } = await readPages(bench, { path: paths.trade, token, pageSize: pages.slips }, [made]);
      await untilMarked(bench.rig, before + made.count);
      return { units: made.count, sentBytes };
    },
  },
  {
    name: 'archivedSlip',
    title: 'both views of a slip of ten lines, moved to an archive',
    prepare: async ({ rig, market }) => {
      // VACUUM frees the space of the removed slips, so that the next slips can use it.
      await rig.database.execute(`${ofBench} VACUUM slip, slip_body`);
      await market.loadOldSlips(1);
      const before = await rig.meter.now();
      await market.archive();
      const fixed = usedBetween(before, await rig.meter.now());
      await market.loadOldSlips(perProcess.archivedSlips * rig.size.worker);
      return { fixed };
    },
    run: async ({ rig, market }, { fixed }) => {
      await market.archive();
      return { units: perProcess.archivedSlips * rig.size.worker, fixed };
    },
  },
  {
    name: 'signIn',
    title: 'token for a password',
    prepare: ({ market }) => market.accountOf(members.orderer),
    run: async ({ rig }, account) => {
      const urls = await rig.urlsOf('auth');
      const forms = urls.map((url) =>
        postForms(`${url}${paths.signIn}`, 4, perProcess.signIns, () => signInForm(account)),
      );
      await Promise.all(forms);
      return { units: perProcess.signIns * urls.length };
    },
  },
  {
    name: 'reissue',
    title: 'token for a refresh token',
    prepare: (bench) => refreshTokens(bench, connections),
    run: async ({ rig }, { account, tokens }) => {
      const chains = (await rig.urlsOf('auth')).map((url, position) =>
        postForms(`${url}${paths.reissue}`, connections, perProcess.reissues, (connection, former) =>
          reissueForm(account, former?.refresh_token ?? tokens[position * connections + connection]),
        ),
      );
      await Promise.all(chains);
      return { units: perProcess.reissues * rig.size.auth };
    },
  },
];

/**
 * Requests the batch of a buyer, gets its records, and returns the number of received bytes.
 *
 * @param {Reader} reader
 * @param {import('./calls.mjs').Call} call
 */
export async function downloadSmall(reader, call) {
  const { batchId, count } = await requestAndWait(call);
  if (count !== sizes.ofSmall) throw new Error(`A batch has ${count} records`);
  const body = { batch_id: batchId, seq_from: '1', seq_to: String(count) };
  return reader.read({ ...call, url: `${call.url}/get`, body });
}

/**
 * Makes large batches, `each` of them for every worker, and requests all of them at the same time.
 *
 * @param {Bench} bench
 * @param {string} path
 * @param {{ token: string, body: object }} request
 * @param {number} each
 */
async function makeBatches({ rig }, path, { token, body }, each) {
  const urls = await rig.urlsOf('api');
  const calls = Array.from({ length: each * rig.size.worker }, (_, n) => ({
    url: `${urls[n % urls.length]}${path}`,
    token,
    body,
  }));
  return inParallel(calls.length, calls, requestAndWait);
}

/**
 * Reads every page of the batches once. Each batch has one reader and is read from one process.
 *
 * @param {Bench} bench
 * @param {{ path: string, token: string, pageSize: number }} how
 * @param {readonly Made[]} batches
 */
async function readPages({ rig }, { path, token, pageSize }, batches) {
  const urls = await rig.urlsOf('api');
  const reader = new Reader();
  const all = await inParallel(4 * urls.length, batches, async (made, n) => {
    const read = [];
    for (const body of pagesOf(made, pageSize)) {
      read.push(await reader.read({ url: `${urls[n % urls.length]}${path}/get`, token, body }));
    }
    return read;
  });
  reader.close();
  const read = all.flat();
  return { units: read.length, sentBytes: read.reduce((sum, bytes) => sum + bytes, 0) };
}

/**
 * Divides the batches that have not been read yet into two halves. One half is read as fast as possible, the other half
 * at a constant pace.
 *
 * @param {readonly Made[]} made
 * @returns {[readonly Made[], readonly Made[]]}
 */
export function halvesOf(made) {
  return [made.slice(0, made.length / 2), made.slice(made.length / 2)];
}

/**
 * @param {Made} made
 * @param {number} size
 */
export function pagesOf({ batchId, count }, size) {
  return Array.from({ length: Math.ceil(count / size) }, (_, page) => ({
    batch_id: batchId,
    seq_from: String(page * size + 1),
    seq_to: String((page + 1) * size),
  }));
}

/** In trade requests, the field for member groups has a different name. @param {Record<string, unknown>} criteria */
function forTrade({ member_group_code_list, ...rest }) {
  return { ...rest, member_group_codes: member_group_code_list };
}

/** @param {readonly Made[]} made */
const sumOf = (made) => made.reduce((sum, { count }) => sum + count, 0);

/** @param {import('./rig.mjs').Rig} rig */
async function countMarks({ database }) {
  const [row] = await database.query(`${ofBench} SELECT COUNT(*) AS count FROM download_mark`);
  return Number(row?.count);
}

/**
 * @param {import('./rig.mjs').Rig} rig
 * @param {number} marks
 */
async function untilMarked(rig, marks) {
  const deadline = performance.now() + marksWithinMs;
  while ((await countMarks(rig)) < marks) {
    if (performance.now() > deadline) throw new Error('The slips that were read have not been marked');
    await sleep(marksPollMs);
  }
}
