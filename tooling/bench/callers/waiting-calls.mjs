import { setTimeout as sleep } from 'node:timers/promises';
import { post } from '../harness/post.mjs';
import { members } from '../market/records.mjs';

const calls = 1_000;
const heldSeconds = 30;
const watchedMs = 10_000;
const wanted = { megabytes: 30, cpuPercent: 1 };

/**
 * Measures how much CPU waiting calls cost the data API, compared with the same process without such calls. No worker
 * runs, so the batch for which the calls wait does not end.
 *
 * @type {import('./main.mjs').Measure}
 */
export async function waitingCalls(market) {
  const { platform } = market;
  const token = await market.tokenOf(members.small[0] ?? '');
  const path = `${platform.orderUrl}/master/download/buy`;
  await platform.service('worker').end();
  try {
    const { batch_id } = await post(`${path}/request`, { token, body: {} });
    const check = (/** @type {number} */ seconds) =>
      post(`${path}/check`, { token, body: { batch_id }, headers: { prefer: `wait=${seconds}` } });
    // These calls open the connections and compile the code before the measured calls begin.
    await inParallel(() => check(0));
    await sleep(2_000);
    const idleCpu = await cpuPercent(platform);
    const before = platform.residentBytes('api');
    const held = inParallel(() => check(heldSeconds));
    await sleep(5_000);
    const cpu = await cpuPercent(platform);
    const megabytes = (platform.residentBytes('api') - before) / 1_048_576;
    await held;
    return [
      {
        title: `${calls} waiting calls, memory`,
        value: `${megabytes.toFixed(1)} MB`,
        wanted: `under ${wanted.megabytes} MB`,
        isMet: megabytes < wanted.megabytes,
      },
      {
        title: `${calls} waiting calls, CPU (without them)`,
        value: `${cpu.toFixed(1)} % (${idleCpu.toFixed(1)} %)`,
        wanted: `at most ${wanted.cpuPercent} points more`,
        isMet: cpu - idleCpu <= wanted.cpuPercent,
      },
    ];
  } finally {
    await platform.start('worker');
  }
}

/** @param {() => Promise<unknown>} call */
async function inParallel(call) {
  await Promise.all(Array.from({ length: calls }, call));
}

/**
 * @param {import('../harness/platform.mjs').Platform} platform
 * @returns {Promise<number>} of one core
 */
async function cpuPercent(platform) {
  const before = platform.cpuSeconds('api');
  await sleep(watchedMs);
  return ((platform.cpuSeconds('api') - before) / (watchedMs / 1_000)) * 100;
}
