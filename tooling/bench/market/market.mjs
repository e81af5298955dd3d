import { execFile } from 'node:child_process';
import { createWriteStream, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openDatabase } from '@trading-platform/database';
import { FindIndex, orderingSchema } from '@trading-platform/ordering/typeorm';
import { collection, members, parts } from './records.mjs';
import { oldViews, renumbered, slipsOfTenLines } from './slips.mjs';

const demoData = fileURLToPath(new URL('../../demo-data/dist/main.js', import.meta.url));

/** @typedef {import('../harness/platform.mjs').Account} Account */

/**
 * The records that are loaded into a platform.
 *
 * @typedef {object} MarketSize
 * @property {readonly (keyof typeof parts)[]} [parts]
 * @property {number} [demo] number of master records of the demo data; a head office sees all of them
 * @property {number} [collection] number of products of one buyer
 */

/** A market that is loaded into a platform, with the accounts of its callers. */
export class Market {
  /** @type {Map<string, Promise<Account>>} */
  #accounts = new Map();
  /** @type {{ memberCode: string, memberGroups: readonly string[] } | undefined} */
  #headOffice;
  /** @type {readonly Buffer[]} */
  #slips = [];
  #slipNumber = 0;

  /** @param {import('../harness/platform.mjs').Platform} platform */
  constructor(platform) {
    this.platform = platform;
  }

  /**
   * @param {import('../harness/platform.mjs').Platform} platform
   * @param {MarketSize} size
   */
  static async load(platform, size) {
    const market = new Market(platform);
    await market.add(size);
    return market;
  }

  /**
   * Loads another part of the market.
   *
   * @param {MarketSize} size
   */
  async add({ parts: wanted = [], demo = 0, collection: products = 0 }) {
    const files = [...wanted.flatMap((part) => parts[part]), ...(products === 0 ? [] : collection(products))];
    for (const [kind, count, record] of files) {
      const file = join(this.platform.folder, `${kind}.ndjson`);
      await pipeline(Readable.from(lines(count, record)), createWriteStream(file));
      await this.platform.loadFile(kind, file);
      rmSync(file);
    }
    if (demo > 0) await this.#addDemo(demo);
    await this.makeFindable();
  }

  /**
   * Adds all loaded records to the search index. Otherwise a worker would add them while something else is measured.
   * Returns the number of added records.
   */
  async makeFindable() {
    const database = await this.openDatabase();
    try {
      return await new FindIndex(database).follow();
    } finally {
      await database.close();
    }
  }

  get databaseAddress() {
    return this.platform.environment['ORDERING_DATABASE_URL'] ?? '';
  }

  /** Opens the ordering database of the platform. The caller closes it. */
  openDatabase() {
    return openDatabase({ address: this.databaseAddress, schemas: [orderingSchema] });
  }

  /** The file with the master records of the demo data. */
  get demoFile() {
    return join(this.#demoFolder, 'master.ndjson');
  }

  /** These criteria select all master records of the demo data, for the head office. */
  get criteria() {
    return { member_group_code_list: this.#knownHeadOffice.memberGroups };
  }

  /**
   * Returns the client and the user of a member. A client and a user are created when they are first needed.
   *
   * @param {string} memberCode
   */
  accountOf(memberCode) {
    const account = this.#accounts.get(memberCode) ?? this.platform.makeAccount(memberCode);
    this.#accounts.set(memberCode, account);
    return account;
  }

  headOfficeAccount() {
    return this.accountOf(this.#knownHeadOffice.memberCode);
  }

  /**
   * Returns a new access token of a member.
   *
   * @param {string} memberCode
   */
  async tokenOf(memberCode) {
    return this.platform.newToken(await this.accountOf(memberCode));
  }

  headOfficeToken() {
    return this.tokenOf(this.#knownHeadOffice.memberCode);
  }

  /** Returns tokens of the buyers with few products. */
  smallTokens() {
    return Promise.all(members.small.map((code) => this.tokenOf(code)));
  }

  /**
   * Writes a file of slips that the platform does not have yet, for `tpctl import trade`.
   *
   * @param {number} count
   */
  writeSlips(count) {
    return this.#writeSlips(count, (slip) => [slip]);
  }

  /**
   * Loads slips that are old enough to be archived, with both views of each slip.
   *
   * @param {number} count
   */
  async loadOldSlips(count) {
    await this.platform.loadFile('trade', await this.#writeSlips(count, oldViews));
  }

  /** Moves old slips from the database to archive files. */
  async archive() {
    mkdirSync(this.#archive, { recursive: true });
    await this.platform.operate(['archive', 'slips', '--months', '24', '--to', this.#archive]);
  }

  /** Returns the size of the files, divided by the number of archived slips. */
  archivedBytesPerSlip() {
    const volumes = readdirSync(this.#archive).map((name) => join(this.#archive, name, 'volume.json'));
    const slips = volumes.reduce((sum, file) => sum + Number(JSON.parse(readFileSync(file, 'utf8')).units), 0);
    const files = readdirSync(this.#archive, { recursive: true }).map((name) =>
      statSync(join(this.#archive, String(name))),
    );
    return Math.round(files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0) / slips);
  }

  get #archive() {
    return join(this.platform.folder, 'archive');
  }

  get #demoFolder() {
    return join(this.platform.folder, 'demo');
  }

  get #knownHeadOffice() {
    if (this.#headOffice === undefined) throw new Error('The market has no demo data');
    return this.#headOffice;
  }

  /** @param {number} records */
  async #addDemo(records) {
    await makeDemo(this.#demoFolder, records, 0);
    for (const kind of ['members', 'master']) {
      await this.platform.loadFile(kind, join(this.#demoFolder, `${kind}.ndjson`));
    }
    const { demo } = JSON.parse(readFileSync(join(this.#demoFolder, 'manifest.json'), 'utf8'));
    this.#headOffice = { memberCode: demo.member_code, memberGroups: demo.member_group_codes };
  }

  /**
   * @param {number} count
   * @param {(slip: Buffer) => readonly Buffer[]} viewsOf
   */
  async #writeSlips(count, viewsOf) {
    if (this.#slips.length === 0) this.#slips = await demoSlips(join(this.platform.folder, 'demo-slips'));
    const file = join(this.platform.folder, 'slips.ndjson');
    const written = Array.from({ length: count }, () => {
      const number = this.#slipNumber++;
      const slip = this.#slips[number % this.#slips.length] ?? Buffer.alloc(0);
      return viewsOf(slip).map((view) => renumbered(view, number));
    });
    await pipeline(Readable.from(written.flat()), createWriteStream(file));
    return file;
  }
}

/**
 * Returns slips of the demo data. The members of these slips also occur in the master records of the demo data.
 *
 * @param {string} folder
 */
async function demoSlips(folder) {
  await makeDemo(folder, 1_000, 1_000);
  return slipsOfTenLines(join(folder, 'trade.ndjson'));
}

/**
 * @param {string} folder
 * @param {number} master
 * @param {number} trade
 */
async function makeDemo(folder, master, trade) {
  const size = ['--master', String(master), '--trade', String(trade), '--groups', '1'];
  const only = trade === 0 ? 'members,master' : 'members,master,trade';
  await promisify(execFile)(process.execPath, [demoData, '--out', folder, ...size, '--only', only]);
}

/**
 * Yields an import file line by line.
 *
 * @param {number} count
 * @param {(number: number) => object} record
 */
function* lines(count, record) {
  for (let number = 0; number < count; number++) yield `${JSON.stringify(record(number))}\n`;
}
