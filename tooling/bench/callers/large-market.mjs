import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { post } from './post.mjs';

const demoData = fileURLToPath(new URL('../../demo-data/dist/main.js', import.meta.url));
const longestWaits = 100;

/**
 * A finished batch, and who may read it.
 *
 * @typedef {object} LargeBatch
 * @property {string} batchId
 * @property {number} records
 * @property {import('../platform.mjs').Account} account
 * @property {() => Promise<string>} newToken
 */

/**
 * A market with a caller, and the criteria that select all of its master records.
 *
 * @typedef {object} LargeMarket
 * @property {string} folder
 * @property {object} criteria
 * @property {import('../platform.mjs').Account} account
 */

/** @type {WeakMap<import('../platform.mjs').Platform, Promise<LargeMarket>>} */
const loaded = new WeakMap();

/**
 * A demo market of so many master records, which is loaded when the first figure needs it.
 *
 * @param {import('../platform.mjs').Platform} platform
 * @param {number} records
 * @returns {Promise<LargeMarket>}
 */
export function largeMarket(platform, records) {
  const market = loaded.get(platform) ?? loadMarket(platform, records);
  loaded.set(platform, market);
  return market;
}

/**
 * @param {import('../platform.mjs').Platform} platform
 * @param {number} records
 * @returns {Promise<LargeMarket>}
 */
async function loadMarket(platform, records) {
  const folder = join(platform.folder, `market-${records}`);
  const size = ['--master', String(records), '--trade', '0', '--groups', '1', '--only', 'members,master'];
  await promisify(execFile)(process.execPath, [demoData, '--out', folder, ...size]);
  for (const kind of ['members', 'master']) await platform.loadFile(kind, join(folder, `${kind}.ndjson`));
  const { demo } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const account = await platform.makeAccount(demo.member_code);
  return { folder, criteria: { member_group_code_list: demo.member_group_codes }, account };
}

/**
 * Has a batch of all master records of the large market made.
 *
 * @param {import('../platform.mjs').Platform} platform
 * @param {number} records
 * @returns {Promise<LargeBatch>}
 */
export async function makeLargeBatch(platform, records) {
  const { account, criteria } = await largeMarket(platform, records);
  const newToken = () => platform.newToken(account);
  const path = `${platform.orderUrl}/master/download/buy`;
  const headers = { prefer: 'wait=30' };
  let state = await post(`${path}/request`, { token: await newToken(), body: criteria, headers });
  const batchId = String(state.batch_id);
  for (let waits = 0; state.batch_flg !== '3'; waits++) {
    if (waits === longestWaits) throw new Error(`The batch does not finish: ${JSON.stringify(state)}`);
    state = await post(`${path}/check`, { token: await newToken(), body: { batch_id: batchId }, headers });
  }
  if (Number(state.record_count) !== records) throw new Error(`${state.record_count} of ${records} records`);
  return { batchId, records, account, newToken };
}
