import { setTimeout as sleep } from 'node:timers/promises';
import { postForSeconds } from './posted-load.mjs';

const readers = 16;
const pageSize = 5_000;
const readSeconds = 20;
const sampleEveryMs = 100;
const limitBytes = 250e6;

/**
 * The highest resident memory of worker and API while one batch is built and, after that, while another one is built
 * and 16 clients read the first.
 *
 * @param {import('./market.mjs').Market} market
 * @param {(text: string) => void} tell
 */
export async function measureMemory(market, tell) {
  const highest = { worker: 0, api: 0 };
  const sampling = new AbortController();
  const sampler = sampleUntil(sampling.signal, market.platform, highest);
  const first = await market.request();
  await market.ended(first);
  const second = await market.request();
  const pages = Math.ceil(market.records / pageSize);
  const bodies = Array.from({ length: pages }, (_, page) => {
    const start = page * pageSize;
    return JSON.stringify({ batch_id: first, seq_from: String(start + 1), seq_to: String(start + pageSize) });
  });
  for (const encoding of ['gzip', 'identity']) {
    const headers = { ...(await market.headers()), 'accept-encoding': encoding };
    await postForSeconds({ url: market.url('get'), bodies, headers, connections: readers, seconds: readSeconds });
  }
  await market.ended(second);
  sampling.abort();
  await sampler;
  const { worker, api } = highest;
  tell(
    `${market.records.toLocaleString('en').padStart(9)} records, ${readers} readers: worker ${(worker / 1e6).toFixed(0)} MB, ` +
      `api ${(api / 1e6).toFixed(0)} MB at most${Math.max(worker, api) < limitBytes ? '' : ': NOT under 250 MB'}`,
  );
}

/**
 * @param {AbortSignal} signal
 * @param {import('../platform.mjs').Platform} platform
 * @param {Record<'worker' | 'api', number>} highest
 */
async function sampleUntil(signal, platform, highest) {
  while (!signal.aborted) {
    for (const name of /** @type {const} */ (['worker', 'api'])) {
      highest[name] = Math.max(highest[name], platform.residentBytes(name));
    }
    await sleep(sampleEveryMs);
  }
}
