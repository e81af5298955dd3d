import { execFile } from 'node:child_process';
import { createWriteStream, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bytesIn } from '../archive/bytes-in.mjs';
import { oldViews } from '../archive/old-slips.mjs';
import { largeMarket } from '../callers/large-market.mjs';
import { renumbered, slipsOfTenLines } from '../import/slips-of-ten-lines.mjs';
import { buyer as orderer, marketFiles as orderMarketFiles } from '../orders/market.mjs';

const demoData = fileURLToPath(new URL('../../demo-data/dist/main.js', import.meta.url));
const demoSlips = 1_000;
const seller = '40000099';
const password = 'correct horse battery staple';

export const smallProducts = 20;
export const buyers = Array.from({ length: 4 }, (_, n) => String(40_000_001 + n));

/** What is loaded into a rig, and who calls. */
export class ScaleMarket {
  /**
   * @param {{
   *   platform: import('../platform.mjs').Platform,
   *   records: number,
   *   criteria: object,
   *   accounts: Readonly<Record<'headOffice' | 'orderer', import('../platform.mjs').Account>>,
   *   buyers: readonly import('../platform.mjs').Account[],
   *   slips: readonly Buffer[],
   * }} parts
   */
  constructor({ platform, records, criteria, accounts, buyers: callers, slips }) {
    this.platform = platform;
    /** Products of the large market: the records of a large batch. */
    this.records = records;
    /** Selects all that the head office sees. */
    this.criteria = criteria;
    this.accounts = accounts;
    /** Callers with few products each. */
    this.buyers = callers;
    this.#slips = slips;
  }

  #slips;
  #slipNumber = 0;

  /**
   * @param {import('../platform.mjs').Platform} platform
   * @param {number} records
   */
  static async load(platform, records) {
    for (const [kind, lines] of [...orderMarketFiles(), ...smallMarketFiles()]) await platform.load(kind, lines);
    const { criteria, account } = await largeMarket(platform, records);
    const client = await platform.createClient('bench');
    const accountOf = async (/** @type {string} */ userId) => {
      await platform.operate(['user', 'create', '--user-id', userId, '--member-code', userId], password);
      return { ...client, userId, password };
    };
    const callers = [];
    for (const code of [...buyers, orderer]) callers.push(await accountOf(code));
    const ordering = callers.pop() ?? account;
    const slips = await makeSlips(platform.folder);
    return new ScaleMarket({
      platform,
      records,
      criteria,
      accounts: { headOffice: account, orderer: ordering },
      buyers: callers,
      slips,
    });
  }

  /**
   * Writes a file of slips that are new to the platform, for `tpctl import trade`.
   *
   * @param {number} count
   */
  writeSlips(count) {
    return this.#write(count, (slip = Buffer.alloc(0)) => [slip]);
  }

  /**
   * Loads slips that an archive takes, with both views.
   *
   * @param {number} count
   */
  async loadOldSlips(count) {
    await this.platform.loadFile('trade', await this.#write(count, oldViews));
  }

  /** Moves old slips into files. */
  async archive() {
    mkdirSync(this.#archive, { recursive: true });
    await this.platform.operate(['archive', 'slips', '--months', '24', '--to', this.#archive]);
  }

  /** Bytes of files, over all that was archived. */
  archivedBytesPerSlip() {
    const volumes = readdirSync(this.#archive).map((name) => join(this.#archive, name, 'volume.json'));
    const slips = volumes.reduce((sum, file) => sum + Number(JSON.parse(readFileSync(file, 'utf8')).units), 0);
    return Math.round(bytesIn(this.#archive) / slips);
  }

  get #archive() {
    return join(this.platform.folder, 'archive');
  }

  /**
   * @param {number} count
   * @param {(slip: Buffer | undefined) => readonly Buffer[]} viewsOf
   */
  async #write(count, viewsOf) {
    const file = join(this.platform.folder, 'slips.ndjson');
    const lines = Array.from({ length: count }, () => {
      const number = this.#slipNumber++;
      return viewsOf(this.#slips[number % this.#slips.length]).map((view) => renumbered(view, number));
    });
    await pipeline(Readable.from(lines.flat()), createWriteStream(file));
    return file;
  }
}

/** Few products for each of the buyers. */
function smallMarketFiles() {
  const members = [seller, ...buyers].map((member_code) => ({ member_code, member_name: member_code }));
  const master = buyers.flatMap((member_code) =>
    Array.from({ length: smallProducts }, (_, n) => ({
      member_code,
      member_code_partner: seller,
      buy: [{ item_id: `item-${n}`, item_name: `Product ${n}` }],
      catalog: [{ catalog_id: `catalog-${n}`, item_id: `item-${n}` }],
    })),
  );
  return /** @type {const} */ ([
    ['members', members],
    ['master', master],
  ]);
}

/**
 * Slips of the demo market, whose members are those of the large market.
 *
 * @param {string} parent
 */
async function makeSlips(parent) {
  const folder = join(parent, 'demo-slips');
  const size = ['--master', '1000', '--trade', String(demoSlips), '--groups', '1', '--only', 'members,master,trade'];
  await promisify(execFile)(process.execPath, [demoData, '--out', folder, ...size]);
  return slipsOfTenLines(join(folder, 'trade.ndjson'));
}
