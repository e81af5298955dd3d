import { market } from './market.mjs';
import { post } from './post.mjs';

const wantedMs = 60;
const warmUps = 20;
const rounds = 100;

/**
 * A download of 20 records, token in hand: a request that waits, and one get.
 *
 * @type {import('./main.mjs').Figure['measure']}
 */
export async function smallDownload(platform, newToken) {
  const token = await newToken();
  /** @type {number[]} */
  const times = [];
  for (let round = -warmUps; round < rounds; round++) {
    const start = performance.now();
    const records = await download(platform.orderUrl, token);
    const tookMs = performance.now() - start;
    if (records !== market.products) throw new Error(`${records} records`);
    if (round >= 0) times.push(tookMs);
  }
  times.sort((one, other) => one - other);
  const at = (/** @type {number} */ part) => times[Math.floor(rounds * part)] ?? 0;
  const [median, late] = [at(0.5), at(0.95)];
  return [
    {
      title: `download of ${market.products} records, median`,
      value: `${median.toFixed(1)} ms`,
      wanted: `under ${wantedMs} ms`,
      isMet: median < wantedMs,
    },
    { title: `download of ${market.products} records, 95 %`, value: `${late.toFixed(1)} ms` },
  ];
}

/**
 * @param {string} url
 * @param {string} token
 * @returns {Promise<number>} how many records came
 */
async function download(url, token) {
  const path = `${url}/master/download/buy`;
  const requested = await post(`${path}/request`, { token, body: {}, headers: { prefer: 'wait=10' } });
  if (requested.batch_flg !== '3') throw new Error(JSON.stringify(requested));
  const range = { batch_id: requested.batch_id, seq_from: '1', seq_to: requested.record_count };
  return (await post(`${path}/get`, { token, body: range })).master.length;
}
