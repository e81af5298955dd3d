import type { PlatformClient } from '@trading-platform/client';
import { type DemoMarket, loadDemoMarket, loadedRecords } from '../src/demo-market.js';
import { itemOf } from '../src/mirror-differences.js';
import type { MirrorRow } from '../src/mirror-tables.js';
import type { Platform } from '../src/platform.js';

const settings = ['nottrade', 'orderclosing', 'businessholiday', 'orderblock'];
const kinds = ['members', 'master', 'trade', ...settings];
const seller = '50000000';
const allSlips = {
  target_date_set: '2',
  target_date_from: '2000-01-01',
  target_date_to: '2099-12-31',
  status_code: ['10', '20', '40', '41', '60', '61', '68', '80', '84', '88', '90'],
};
/** The share of records that change in each round. */
const changedShare = 0.05;

/** A market whose data change, and a caller who keeps copies of the data. */
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

  static async load(platform: Platform, size: string, random: () => number): Promise<SyncedMarket> {
    const market = new SyncedMarket(platform, await loadDemoMarket(platform, kinds, size), random);
    market.#products = await loadedRecords<MirrorRow>(market.#market, 'master');
    market.#slips = await loadedRecords<MirrorRow>(market.#market, 'trade');
    return market;
  }

  get headOffice(): string {
    return this.#market.headOffice;
  }

  /** Request fields that select all data visible to the head office. */
  get masterFilter(): { readonly member_group_code_list: string[] } {
    return { member_group_code_list: [...this.#market.memberGroups] };
  }

  /** Downloads all records visible to the head office, by kind. */
  async recordsSeenBy({ master, trade, settings: sets, partners }: PlatformClient): Promise<Map<string, MirrorRow[]>> {
    const codes = (await partners.list().toArray()).map(({ member_code_partner: code }) => code);
    const own = { member_code_seller: codes };
    const downloads: Readonly<Record<string, Promise<object[]>>> = {
      master: master.download(this.masterFilter).toArray(),
      trade: trade.download(allSlips, { acknowledge: 'by-caller' }).toArray(),
      nottrade: sets.nonTradingDays.download(own).toArray(),
      orderclosing: sets.closingTimes.download(own).toArray(),
      businessholiday: sets.nonCountingDays.download(own).toArray(),
      orderblock: sets.orderBlocks.download(own).toArray(),
    };
    const kept = Object.entries(downloads).map(
      async ([kind, records]) => [kind, (await records) as MirrorRow[]] as const,
    );
    return new Map(await Promise.all(kept));
  }

  /** Changes, removes and restores some products, slips and settings. */
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
