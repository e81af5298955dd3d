import { beforeAll, expect, it } from '@jest/globals';
import {
  type MasterRecord,
  masterRecord,
  tradeBodyFields,
  tradeRecord,
  tradeStoredFields,
} from '@trading-platform/domain-types';
import type { ApiCaller, DownloadPath } from '../src/api-caller.js';
import { type DemoMarket, loadDemoMarket, loadedRecords } from '../src/demo-market.js';
import { describePlatform } from '../src/describe-platform.js';
import type { DatabaseKind } from '../src/platform-databases.js';

type Row = Readonly<Record<string, unknown>>;
type TradeRow = Readonly<Record<string, string>>;

interface PairElement {
  readonly member_code_buyer: string;
  readonly seller_list: readonly (Row & { readonly member_code_seller: string })[];
}

const trade = '/trade/download';
const kinds = ['members', 'master', 'nottrade', 'orderclosing', 'businessholiday', 'orderblock', 'trade'];
const allStatuses = ['10', '20', '40', '41', '60', '61', '68', '80', '84', '88', '90'];
const deliveredWithinMs = 15_000;

for (const database of ['sqlite', 'postgres'] as const satisfies readonly DatabaseKind[]) {
  describePlatform('every download', { database }, (flow, platform) => {
    let market: DemoMarket;
    let caller: ApiCaller;
    /** The members that the caller sees: its own, and those that name it. */
    let visible: ReadonlySet<string>;

    beforeAll(async () => {
      market = await loadDemoMarket(platform(), kinds, '200');
      caller = await platform().caller(market.headOffice);
      const members = await loadedRecords<TradeRow>(market, 'members');
      visible = new Set(
        members
          .filter((each) =>
            [each['member_code'], each['head_office_member_code'], each['fc_owner_member_code']].includes(
              market.headOffice,
            ),
          )
          .map((each) => each['member_code'] ?? ''),
      );
    });

    async function download<Element>(path: DownloadPath, arrayName: string, body: object): Promise<Element[]> {
      const batchId = await caller.request(path, body);
      const { flag, count } = await caller.waitForEnd(path, batchId);
      expect(['0', '3']).toContain(flag);
      return caller.records<Element>(path, { batchId, count, arrayName, pageSize: 100 });
    }

    /** An answer counts as delivered some seconds after it was read. */
    async function untilLeft(wanted: number, path: DownloadPath, body: object): Promise<void> {
      const giveUpAt = performance.now() + deliveredWithinMs;
      let left = Number.NaN;
      while (left !== wanted && performance.now() < giveUpAt) {
        left = (await caller.waitForEnd(path, await caller.request(path, body))).count;
      }
      expect(left).toBe(wanted);
    }

    flow('master: what was loaded comes back, by member, partner and item, with every field in order', async () => {
      const rows = await download<MasterRecord>('/master/download/buy', 'master', { member_code_list: [...visible] });
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(Object.keys(row)).toEqual(masterRecord.fieldNames);
      expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => String(index + 1)));
      const loaded = await loadedRecords<MasterRecord>(market, 'master');
      const expected = loaded.filter(({ member_code }) => visible.has(member_code)).toSorted(byProduct);
      expect(rows.map(({ batch_id: _batch, seq: _seq, create_date: _date, ...record }) => asText(record))).toEqual(
        expected.map(asText),
      );
    });

    flow('trade: what was loaded comes back, by order day, slip and member, with every field in order', async () => {
      const [from, to] = await twoWeeks(market, visible, 0);
      const body = { target_date_set: '2', target_date_from: from, target_date_to: to, status_code: allStatuses };
      const rows = await download<TradeRow>(trade, 'trade', body);
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(Object.keys(row)).toEqual(tradeRecord.fieldNames);
      expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => String(index + 1)));
      const loaded = await loadedRecords<TradeRow>(market, 'trade');
      const expected = loaded
        .filter((each) => visible.has(each['member_code_self'] ?? '') && isBetween(each['order_day'], from, to))
        .toSorted(byOrderDay);
      expect(rows.map(({ batch_id: _batch, seq: _seq, create_date: _date, ...record }) => asDelivered(record))).toEqual(
        expected.map(asDelivered),
      );
    });

    flow('trade: what was delivered completely is no longer undelivered', async () => {
      const [from, to] = await twoWeeks(market, visible, 1);
      const period = { target_date_set: 2, target_date_from: from, target_date_to: to, status_code: allStatuses };
      const body = { ...period, not_downloaded_flg: '1' };
      const path = trade;
      const batchId = await caller.request(path, body);
      const { count } = await caller.waitForEnd(path, batchId);
      expect(count).toBeGreaterThan(1);
      const first = await caller.records<TradeRow>(path, { batchId, count: 1, arrayName: 'trade', pageSize: 1 });
      await untilLeft(count - 1, path, body);
      const afterOne = await download<TradeRow>(path, 'trade', body);
      expect(afterOne.map(keyOf)).not.toContain(first.map(keyOf)[0]);
      expect(afterOne.length).toBe(count - 1);
      await untilLeft(0, path, body);
      const downloaded = await download<TradeRow>(path, 'trade', { ...period, not_downloaded_flg: '2' });
      expect(downloaded.length).toBe(count);
    });

    it.each(['nottrade', 'orderclosing', 'orderblock'] as const)(
      '%s: the readable rows of the asked sellers come back',
      async (kind) => {
        const loaded = await loadedRecords<PairElement>(market, kind);
        const readable = loaded.flatMap(({ member_code_buyer, seller_list }) =>
          seller_list
            .filter(({ member_code_seller }) => visible.has(member_code_buyer) || visible.has(member_code_seller))
            .map((seller) => ({ member_code_buyer, seller })),
        );
        const sellers = [...new Set(readable.map(({ seller }) => seller.member_code_seller))];
        const general = loaded.flatMap(({ member_code_buyer, seller_list }) =>
          seller_list
            .filter(({ member_code_seller }) => member_code_buyer === '' && sellers.includes(member_code_seller))
            .map((seller) => ({ member_code_buyer, seller })),
        );
        const rows = await download<PairElement>(`/setting/${kind}/download`, 'result_list', {
          member_code_seller: sellers,
        });
        const delivered = rows.flatMap(({ member_code_buyer, seller_list }) =>
          seller_list.map((seller) => ({ member_code_buyer, seller })),
        );
        expect(new Set(delivered.map(asText))).toEqual(new Set([...readable, ...general].map(asText)));
        const buyers = rows.map(({ member_code_buyer }) => member_code_buyer);
        expect(buyers).toEqual(buyers.toSorted(inByteOrder));
      },
    );

    flow('businessholiday: the holidays of the asked sellers come back, of an unknown one nothing', async () => {
      const loaded = await loadedRecords<Row & { member_code_seller: string }>(market, 'businessholiday');
      const own = loaded.filter(({ member_code_seller }) => visible.has(member_code_seller));
      const rows = await download<Row>('/setting/businessholiday/download', 'result_list', {
        member_code_seller: [...own.map(({ member_code_seller }) => member_code_seller), 'nobody'],
      });
      expect(rows.map(asText).toSorted(inByteOrder)).toEqual(own.map(asText).toSorted(inByteOrder));
    });

    it.each(['nottrade', 'orderclosing', 'orderblock'] as const)(
      '%s: a seller that is unknown is refused with E000008, naming it',
      async (kind) => {
        const { status, body } = await caller.call(`/setting/${kind}/download/request`, {
          member_code_seller: [market.headOffice, 'nobody'],
        });
        expect({ status, body }).toMatchObject({
          status: 400,
          body: { result: 1, error_list: [{ error_item: 'member_code_seller[1]', error_code: 'E000008' }] },
        });
      },
    );

    flow('a batch of one download is unknown to another', async () => {
      const batchId = await caller.request('/master/download/buy');
      const { status, body } = await caller.call(`${trade}/check`, { batch_id: batchId });
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { error_list: [{ error_item: 'batch_id', error_code: 'E000009' }] },
      });
    });
  });
}

const dayMs = 86_400_000;

/** 14 days with slips that the caller sees: the newest for 0, those before them for 1, and so on. */
async function twoWeeks(
  market: DemoMarket,
  visible: ReadonlySet<string>,
  back: number,
): Promise<readonly [from: string, to: string]> {
  const slips = await loadedRecords<TradeRow>(market, 'trade');
  const days = slips
    .filter((each) => visible.has(each['member_code_self'] ?? ''))
    .map((each) => each['order_day'] ?? '');
  const newest = Date.parse(days.toSorted(inByteOrder).at(-1) ?? '') - back * 14 * dayMs;
  return [dayOf(newest - 13 * dayMs), dayOf(newest)];
}

function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

function isBetween(day: string | undefined, from: string, to: string): boolean {
  return day !== undefined && day >= from && day <= to;
}

function byOrderDay(one: TradeRow, other: TradeRow): number {
  const key = (row: TradeRow) => [row['order_day'], row['trade_id'], row['member_code_self']].join(' ');
  return inByteOrder(key(one), key(other));
}

function byProduct(one: MasterRecord, other: MasterRecord): number {
  return inByteOrder(productKeyOf(one), productKeyOf(other));
}

function productKeyOf({ member_code, member_code_partner, buy, catalog }: MasterRecord): string {
  return [member_code, member_code_partner, buy[0]?.item_id ?? catalog[0]?.item_id].join(' ');
}

function keyOf(row: TradeRow): string {
  return `${row['trade_id']} ${row['member_code_self']}`;
}

/** A line of an import file as the download delivers it: without what is only stored. */
function asDelivered(line: Row): string {
  const stored: ReadonlySet<string> = new Set(tradeStoredFields);
  const delivered = Object.entries(line).filter(([field]) => !stored.has(field));
  expect(delivered.length).toBe(tradeBodyFields.length);
  return asText(Object.fromEntries(delivered));
}

function asText(value: unknown): string {
  return JSON.stringify(value);
}

function inByteOrder(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
