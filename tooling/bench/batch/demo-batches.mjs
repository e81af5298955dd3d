import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { post } from '../harness/post.mjs';

const path = '/master/download/buy';
const checkEveryMs = 100;
const logWithinMs = 10_000;

/** Makes batches with all demo records of a market. */
export class DemoBatches {
  /**
   * @param {import('../market/market.mjs').Market} market
   * @param {number} records
   */
  constructor(market, records) {
    this.market = market;
    this.platform = market.platform;
    this.records = records;
  }

  async headers() {
    return { authorization: `Bearer ${await this.market.headOfficeToken()}` };
  }

  /** @param {'request' | 'check' | 'get'} step */
  url(step) {
    return `${this.platform.orderUrl}${path}/${step}`;
  }

  /** Requests a batch without waiting for its end. */
  async request() {
    const token = await this.market.headOfficeToken();
    const { batch_id } = await post(this.url('request'), { token, body: this.market.criteria });
    return String(batch_id);
  }

  /**
   * Waits until a batch has ended, and returns its details from the platform.
   *
   * @param {string} batchId
   */
  async ended(batchId) {
    const headers = await this.headers();
    for (;;) {
      const answer = await fetch(`${this.platform.orderUrl}/batches/${batchId}`, { headers });
      const { batch } = /** @type {{ batch: Record<string, string> }} */ (await answer.json());
      if (batch.ended_at !== '') return batch;
      await sleep(checkEveryMs);
    }
  }

  /**
   * Returns how long the worker took for a batch, from the claim to the end. The times come from the worker's log. The
   * worker may write its log shortly after the batch has ended.
   *
   * @param {string} batchId
   */
  async buildSeconds(batchId) {
    const deadline = Date.now() + logWithinMs;
    for (;;) {
      const [taken, produced] = this.#logTimes(batchId);
      if (taken !== undefined && produced !== undefined) return (produced - taken) / 1_000;
      if (Date.now() > deadline) throw new Error(`The log does not say how batch ${batchId} was built`);
      await sleep(checkEveryMs);
    }
  }

  /**
   * Reads from the log when the batch was claimed and when its records were complete.
   *
   * @param {string} batchId
   */
  #logTimes(batchId) {
    const lines = readFileSync(join(this.platform.folder, 'services.log'), 'utf8')
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.includes('"Batch taken"') || line.includes('"Batch produced"'))
      .map((line) => JSON.parse(line))
      .filter((line) => line.batchId === batchId);
    return lines.map(({ time }) => new Date(time).getTime());
  }
}
