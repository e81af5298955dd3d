import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { requestAndWait } from '../harness/batches.mjs';
import { count, judge, row, tell } from '../harness/print.mjs';
import { catalogId, members } from '../market/records.mjs';

const callsOfEach = 20;
const wantedMs = 1_000;

/**
 * Measures `GET /find` for a member with this number of products and slips, and the first page of a search in a batch
 * that contains all its products.
 *
 * @param {import('../market/market.mjs').Market} market without records
 * @param {number} records
 */
export async function measureFind(market, records) {
  const { platform } = market;
  tell(`Loading ${count(records)} products and slips …`);
  await market.add({ collection: records });
  const file = join(platform.folder, 'slips.ndjson');
  await pipeline(Readable.from(slips(records)), createWriteStream(file));
  await platform.loadFile('trade', file);
  const began = performance.now();
  const findable = await market.makeFindable();
  const seconds = (performance.now() - began) / 1_000;
  tell(`${count(findable)} slips made findable in ${seconds.toFixed(0)} s, ${count(findable / seconds)} a second`);

  for (const name of /** @type {const} */ (['auth', 'api', 'worker'])) await platform.start(name);
  const account = await market.accountOf(members.collector);
  const last = records - 1;
  row('', ['median ms', 'most ms', 'found']);
  const finds = [
    ['a slip by trade_id', `S${last}`],
    ['slips by the beginning of a slip number', '00'],
    ['a slip by its slip number', numberOf(last)],
    ['a product by catalog_id', catalogId(members.smallSeller, last)],
    ['the last product by words', `トマトホール缶 ${last}`],
    ['a partner by name', members.smallSeller],
    ['nothing', 'nobody has this'],
  ];
  const worst = [];
  for (const [title = '', text = ''] of finds) {
    const url = `${platform.orderUrl}/find?text=${encodeURIComponent(text)}`;
    worst.push(await measure(title, url, account, platform));
  }
  const token = await market.tokenOf(members.collector);
  const { batchId } = await requestAndWait({ url: `${platform.orderUrl}/master/download/buy`, token, body: {} });
  for (const [title, text] of [
    ['first page of a search in a batch of all products', '1'],
    ['the same for a text that no record has', 'nobody has this'],
  ]) {
    const url = `${platform.orderUrl}/batches/${batchId}/search?text=${encodeURIComponent(text ?? '')}`;
    worst.push(await measure(title ?? '', url, account, platform));
  }
  return judge(`each answer within ${count(wantedMs)} ms`, Math.max(...worst) < wantedMs);
}

/**
 * @param {string} title
 * @param {string} url
 * @param {import('../harness/platform.mjs').Account} account
 * @param {import('../harness/platform.mjs').Platform} platform
 */
async function measure(title, url, account, platform) {
  const headers = { authorization: `Bearer ${await platform.newToken(account)}` };
  const times = [];
  let found = '';
  for (let call = 0; call < callsOfEach; call++) {
    const began = performance.now();
    const answer = await fetch(url, { headers });
    const body = /** @type {Record<string, unknown>} */ (await answer.json());
    times.push(performance.now() - began);
    if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${JSON.stringify(body)}`);
    const lists = Object.entries(body).filter(([name, value]) => name.endsWith('_list') && Array.isArray(value));
    found = `${lists.reduce((sum, [, list]) => sum + /** @type {unknown[]} */ (list).length, 0)}${isWhole(body) ? '' : ' …'}`;
  }
  const sorted = times.toSorted((one, other) => one - other);
  const most = sorted.at(-1) ?? 0;
  row(title, [(sorted[callsOfEach / 2] ?? 0).toFixed(1), most.toFixed(1), found], { titleWidth: 52 });
  return most;
}

/** @param {Record<string, unknown>} body */
function isWhole({ complete_flg: complete = '1', next_seq: next = '' }) {
  return complete === '1' && next === '';
}

/** @param {number} number */
function numberOf(number) {
  return String(number).padStart(10, '0');
}

/** @param {number} slipCount */
function* slips(slipCount) {
  for (let number = 0; number < slipCount; number++) {
    const slip = {
      trade_id: `S${number}`,
      check_number: numberOf(number),
      member_code_self: members.collector,
      member_code_partner: members.smallSeller,
      status_code: '40',
      order_day: '2026-11-20',
    };
    yield `${JSON.stringify(slip)}\n`;
  }
}
