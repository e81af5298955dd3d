import { requestAndWait } from '../harness/batches.mjs';
import { post } from '../harness/post.mjs';
import { members, sizes } from '../market/records.mjs';

const wantedMs = 60;
const warmUps = 20;
const rounds = 100;

/**
 * Measures a download of 20 records with an existing token. Such a download consists of a request that waits for the
 * batch, and one get call.
 *
 * @type {import('./main.mjs').Measure}
 */
export async function smallDownload(market) {
  const token = await market.tokenOf(members.small[0] ?? '');
  /** @type {number[]} */
  const times = [];
  for (let round = -warmUps; round < rounds; round++) {
    const start = performance.now();
    const records = await download(market.platform.orderUrl, token);
    const tookMs = performance.now() - start;
    if (records !== sizes.ofSmall) throw new Error(`${records} records`);
    if (round >= 0) times.push(tookMs);
  }
  times.sort((one, other) => one - other);
  const at = (/** @type {number} */ part) => times[Math.floor(rounds * part)] ?? 0;
  const [median, late] = [at(0.5), at(0.95)];
  return [
    {
      title: `download of ${sizes.ofSmall} records, median`,
      value: `${median.toFixed(1)} ms`,
      wanted: `under ${wantedMs} ms`,
      isMet: median < wantedMs,
    },
    { title: `download of ${sizes.ofSmall} records, 95 %`, value: `${late.toFixed(1)} ms` },
  ];
}

/**
 * @param {string} url
 * @param {string} token
 * @returns {Promise<number>} the number of received records
 */
async function download(url, token) {
  const call = { url: `${url}/master/download/buy`, token };
  const { batchId, count } = await requestAndWait({ ...call, body: {} });
  const range = { batch_id: batchId, seq_from: '1', seq_to: String(count) };
  return (await post(`${call.url}/get`, { token, body: range })).master.length;
}
