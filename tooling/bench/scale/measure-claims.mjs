import { openBatchStorage } from '@trading-platform/batch-engine/typeorm';
import { post } from '../harness/post.mjs';
import { members } from '../market/records.mjs';
import { inParallel } from './calls.mjs';

const claims = 200;
const leaseMs = 60_000;
/**
 * The result is this quantile of all measured times. Other programs may slow the machine down, so only the faster times
 * show the cost of a claim.
 */
const undisturbed = 0.2;

/**
 * Measures the milliseconds from the search for the next batch until the batch is claimed. Other batches wait, but no
 * other program claims them. No worker may run at the same time.
 *
 * @param {import('./units.mjs').Bench} bench
 */
export async function measureClaims({ rig, market }) {
  const token = await market.tokenOf(members.small[0] ?? '');
  const url = `${market.platform.orderUrl}/master/download/buy/request`;
  await inParallel(16, Array.from({ length: claims }), () => post(url, { token, body: {} }));
  const storage = await openBatchStorage({
    address: rig.platform.environment.ORDERING_DATABASE_URL ?? '',
    migrate: false,
  });
  try {
    const [named] = await rig.database.query(`SELECT function_name AS name FROM batch ORDER BY id DESC LIMIT 1`);
    const times = [];
    for (let n = 0; n < claims; n++) {
      const started = performance.now();
      const now = Date.now();
      const claim = { owner: 'bench', now, leaseUntil: now + leaseMs, runningPerMember: claims + 1 };
      const batch = await storage.batches.claimNext({ ...claim, functionNames: [String(named?.name)] });
      if (batch === undefined) throw new Error('No batch waits');
      times.push(performance.now() - started);
    }
    return times.toSorted((one, other) => one - other)[Math.floor(claims * undisturbed)] ?? Number.NaN;
  } finally {
    await storage.close();
  }
}
