import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { databaseOf, databasesOf, Platform } from '../platform.mjs';

const demoData = fileURLToPath(new URL('../../demo-data/dist/main.js', import.meta.url));
const path = '/master/download/buy';
const checkEveryMs = 100;
const logWithinMs = 10_000;

/** @typedef {import('@trading-platform/database/testing/postgres').PostgresServer} PostgresServer */

/** A demo market, loaded into the platform, and a caller who sees all of it. */
export class Market {
  /**
   * @param {{
   *   platform: Platform, folder: string, records: number, memberCode: string, memberGroups: string[], ordinaryDatabase: string,
   * }} options
   */
  constructor({ platform, folder, records, memberCode, memberGroups, ordinaryDatabase }) {
    this.platform = platform;
    this.folder = folder;
    this.records = records;
    /** An empty one of the same kind, for what is compared. */
    this.ordinaryDatabase = ordinaryDatabase;
    this.recordsFile = join(folder, 'demo', 'master.ndjson');
    this.criteria = { member_group_code_list: memberGroups };
    this.#memberCode = memberCode;
  }

  #memberCode;
  /** @type {() => Promise<string>} */
  #newToken = async () => '';

  /**
   * @param {{ folder: string, records: number, server: PostgresServer | undefined, tell: (text: string) => void }} options
   */
  static async load({ folder, records, server, tell }) {
    tell(`Making and loading a market of ${records.toLocaleString('en')} master records …`);
    const demo = join(folder, 'demo');
    const args = [
      '--out',
      demo,
      '--master',
      String(records),
      '--trade',
      '0',
      '--groups',
      '1',
      '--only',
      'members,master',
    ];
    await promisify(execFile)(process.execPath, [demoData, ...args]);
    const manifest = JSON.parse(readFileSync(join(demo, 'manifest.json'), 'utf8'));
    const platform = await Platform.prepare({ folder, databases: databasesOf(folder, server) });
    await platform.operate(['migrate']);
    for (const kind of ['members', 'master']) await platform.loadFile(kind, join(demo, `${kind}.ndjson`));
    return new Market({
      platform,
      folder,
      records,
      memberCode: manifest.demo.member_code,
      memberGroups: manifest.demo.member_group_codes,
      ordinaryDatabase: databaseOf('ordinary', folder, server),
    });
  }

  /**
   * Runs the services around a piece of work.
   *
   * @param {readonly string[]} nodeArgs
   * @param {() => Promise<void>} work
   */
  async run(nodeArgs, work) {
    try {
      await this.platform.start('auth');
      await this.platform.start('api', nodeArgs);
      await this.platform.start('worker', nodeArgs);
      this.#newToken = await this.platform.makeCaller(this.#memberCode);
      await work();
    } finally {
      await this.platform.stop();
    }
  }

  async headers() {
    return { authorization: `Bearer ${await this.#newToken()}` };
  }

  /** @param {'request' | 'check' | 'get'} step */
  url(step) {
    return `${this.platform.orderUrl}${path}/${step}`;
  }

  /**
   * How long the worker took for a batch, from taking it to its end, as its log says. The log may be written a moment
   * after the batch has ended.
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
   * When the batch was taken and when it was produced.
   *
   * @param {string} batchId
   */
  #logTimes(batchId) {
    const lines = readFileSync(join(this.folder, 'services.log'), 'utf8')
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.includes('"Batch taken"') || line.includes('"Batch produced"'))
      .map((line) => JSON.parse(line))
      .filter((line) => line.batchId === batchId);
    return lines.map(({ time }) => new Date(time).getTime());
  }

  /** Requests the batch, without waiting for it. */
  async request() {
    const { batch_id } = await this.#call(this.url('request'), this.criteria);
    return String(batch_id);
  }

  /**
   * Waits until a batch has ended; answers what the platform says about it.
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
   * @param {string} url
   * @param {object} body
   */
  async #call(url, body) {
    const headers = { ...(await this.headers()), 'content-type': 'application/json' };
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return /** @type {Record<string, unknown>} */ (await answer.json());
  }
}
