import { setTimeout as sleep } from 'node:timers/promises';
import { postForSeconds } from '../harness/posted-load.mjs';
import { count, megabytes, tell } from '../harness/print.mjs';

const readers = 16;
const pageSize = 5_000;
const readSeconds = 20;
const sampleEveryMs = 100;
const limitBytes = 250e6;

/**
 * Measures the maximum resident memory of the worker and the API, first while one batch is built, then while a second
 * batch is built and 16 clients read the first batch.
 *
 * @param {import('./demo-batches.mjs').DemoBatches} batches
 */
export async function measureMemory(batches) {
  const highest = { worker: 0, api: 0 };
  const sampling = new AbortController();
  const sampler = sampleUntil(sampling.signal, batches.platform, highest);
  const first = await batches.request();
  await batches.ended(first);
  const second = await batches.request();
  const pages = Math.ceil(batches.records / pageSize);
  const bodies = Array.from({ length: pages }, (_, page) => {
    const start = page * pageSize;
    return JSON.stringify({ batch_id: first, seq_from: String(start + 1), seq_to: String(start + pageSize) });
  });
  for (const encoding of ['gzip', 'identity']) {
    const headers = { ...(await batches.headers()), 'accept-encoding': encoding };
    await postForSeconds({ url: batches.url('get'), bodies, headers, connections: readers, seconds: readSeconds });
  }
  await batches.ended(second);
  sampling.abort();
  await sampler;
  const isMet = Math.max(highest.worker, highest.api) < limitBytes;
  tell(
    `${count(batches.records)} records, ${readers} readers: worker ${megabytes(highest.worker)}, api ${megabytes(highest.api)} at most ` +
      `(wanted: less than ${megabytes(limitBytes)}${isMet ? '' : ', NOT met'})`,
  );
  return isMet;
}

/**
 * @param {AbortSignal} signal
 * @param {import('../harness/platform.mjs').Platform} platform
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
