import { setTimeout as sleep } from 'node:timers/promises';
import type { CallerFolder, TpResult } from '../src/caller-folder.js';
import { type DemoMarket, loadDemoMarket, loadedRecords } from '../src/demo-market.js';
import { differences, expectedTables, itemOf } from '../src/mirror-differences.js';
import type { Mirror, MirrorRow } from '../src/mirror-tables.js';
import type { Platform } from '../src/platform.js';

const settings = ['nottrade', 'orderclosing', 'businessholiday', 'orderblock'];
const kinds = ['members', 'master', 'trade', ...settings];
const seller = '50000000';
const as = ['--credentials', 'caller.json'];
const slips = ['--target-date-set', '2', '--target-date-from', '2000-01-01', '--target-date-to', '2099-12-31'];
const statuses = ['--status-code', '10,20,40,41,60,61,68,80,84,88,90'];
/** A share of the records that each round changes. */
const changedShare = 0.05;

/** A market that changes, and a caller who keeps copies of it. */
export class SyncedMarket {
  readonly #platform: Platform;
  readonly #market: DemoMarket;
  readonly #random: () => number;
  #products: MirrorRow[] = [];
  #slips: MirrorRow[] = [];
  #removed: MirrorRow[] = [];
  #round = 0;

  private constructor(platform: Platform, market: DemoMarket, random: () => number) {
    this.#platform = platform;
    this.#market = market;
    this.#random = random;
  }

  static async load(platform: Platform, random: () => number): Promise<SyncedMarket> {
    const market = new SyncedMarket(platform, await loadDemoMarket(platform, kinds), random);
    market.#products = await loadedRecords<MirrorRow>(market.#market, 'master');
    market.#slips = await loadedRecords<MirrorRow>(market.#market, 'trade');
    return market;
  }

  get headOffice(): string {
    return this.#market.headOffice;
  }

  get memberGroups(): readonly string[] {
    return this.#market.memberGroups;
  }

  /** Fields of requests that select all that the head office sees. */
  get masterFilter(): object {
    return { member_group_code_list: this.#market.memberGroups };
  }

  /** The command that brings a copy up to date. */
  syncTo(mirror: Mirror): string[] {
    const filters = ['--filter', 'master=master.json'];
    return ['sync', 'master', 'trade', 'settings', ...as, ...filters, '--to', mirror.to, '--records-per-get', '50'];
  }

  /** Changes, removes and brings back some products, slips and settings. */
  async change(): Promise<void> {
    this.#round++;
    const products = this.#some(this.#products).map((product) => changedProduct(product, this.#round));
    const gone = this.#some(this.#products);
    const back = this.#removed.splice(0);
    await this.#platform.load('master', [...products, ...back]);
    await this.#platform.operate(['import', 'master', '-', '--delete'], linesOf(gone.map(productKey)));
    this.#removed = gone;
    await this.#platform.load(
      'trade',
      this.#some(this.#slips).map((slip) => ({ ...slip, trade_comment: `round ${this.#round}` })),
    );
    const rows = [{ order_block_flg: this.#round % 2 === 0 ? '1' : '0' }];
    const pair = {
      member_code_buyer: this.headOffice,
      seller_list: [{ member_code_seller: seller, orderblock: rows }],
    };
    await this.#platform.load('orderblock', [pair]);
  }

  #some(records: readonly MirrorRow[]): MirrorRow[] {
    return records.filter(() => this.#random() < changedShare);
  }
}

function changedProduct(product: MirrorRow, round: number): MirrorRow {
  const [line, ...rest] = product['buy'] as MirrorRow[];
  return line === undefined ? product : { ...product, buy: [{ ...line, item_spec: `round ${round}` }, ...rest] };
}

function productKey({ member_code, member_code_partner, buy, catalog }: MirrorRow): MirrorRow {
  return { member_code, member_code_partner, buy: [{ item_id: itemOf(buy) || itemOf(catalog) }] };
}

function linesOf(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** Runs a command that is killed after so many milliseconds, unless it has ended by then. */
export async function killedAfter(
  place: CallerFolder,
  ms: number,
  args: readonly string[],
  env: Mirror['env'],
): Promise<TpResult> {
  const { child, ended } = place.start(args, env);
  await Promise.race([sleep(ms), ended]);
  child.kill('SIGKILL');
  return ended;
}

/** What a mirror has otherwise than the platform, asked by downloads. */
export async function mirrorDifferences(
  place: CallerFolder,
  mirror: Mirror,
  groups: readonly string[],
): Promise<string[]> {
  const sellers = (await recordsOf(place, ['partners', ...as, '--json'])).map(({ member_code_partner: code }) =>
    String(code),
  );
  const downloads = new Map<string, readonly MirrorRow[]>([
    ['master', await recordsOf(place, ['download', 'master', ...as, '--member-group-code', groups.join(',')])],
    ['trade', await recordsOf(place, ['download', 'trade', ...as, ...slips, ...statuses])],
  ]);
  for (const kind of settings) {
    // oxlint-disable-next-line no-await-in-loop -- the caller's own pace
    downloads.set(kind, await recordsOf(place, ['download', kind, ...as, '--member-code-seller', sellers.join(',')]));
  }
  const found = await mirror.tables();
  const isFolder = found.has('trade') && !found.has('trade_detail');
  const expected = expectedTables(downloads);
  return differences(expected, isFolder ? expectedTables(found) : found);
}

async function recordsOf(place: CallerFolder, args: readonly string[]): Promise<readonly MirrorRow[]> {
  const { code, output, errors } = await place.tp(...args);
  if (code !== 0) throw new Error(`tp ${args.join(' ')} ended with ${code}: ${errors}`);
  if (args.includes('--json')) return JSON.parse(output) as MirrorRow[];
  return output.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as MirrorRow]));
}
