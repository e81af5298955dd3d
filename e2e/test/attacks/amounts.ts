import { afterAll, beforeAll, expect } from '@jest/globals';
import type { ApiCaller } from '../../src/api-caller.js';
import { CallerFolder } from '../../src/caller-folder.js';
import { describePlatform } from '../../src/describe-platform.js';
import { type Mirror, type MirrorKind, makeMirror } from '../../src/mirror-tables.js';
import {
  aLine,
  anOrder,
  catalogId,
  dayAhead,
  loadOrderMarket,
  orderMembers,
  uploadOrders,
} from '../../src/order-market.js';
import type { DatabaseKind } from '../../src/platform-databases.js';

export interface AmountAttack {
  readonly database: DatabaseKind;
  readonly mirrors: readonly MirrorKind[];
  /** Whether a copy in Parquet files is made too. */
  readonly hasParquet: boolean;
  /** The number of lines in the order whose total amount is too large. */
  readonly lines: number;
  /** For each text that is not an amount, the number of old slips that contain the text. */
  readonly oldSlips: number;
  readonly timeoutMs?: number;
}

const { buyer, seller } = orderMembers;
/** Texts as older systems write them, and a number with one digit too many. */
const texts = ['1,234', '１２３', '¥500', '▲500', '1000000000000'];
const bad = { catalog_id: catalogId(20, seller), prod_lot_price: '1,234' };

const manyLines = (count: number, change: object) =>
  Array.from({ length: count }, (_, n) => aLine({ line_no: n + 1, ...change }));

function oldSlip(trade_id: string, amounts: object) {
  const slip = { trade_id, member_code_self: buyer, member_code_partner: seller, status_code: '90' };
  return { ...slip, order_day: dayAhead(-1), ...amounts };
}

/**
 * Tests amounts that are too large or are not numbers. Orders with such amounts are refused. If an operator loads such
 * amounts unchanged, they must not stop any copy or calculation.
 */
export function describeAmountAttack({
  database,
  mirrors,
  hasParquet,
  lines,
  oldSlips,
  timeoutMs,
}: AmountAttack): void {
  describePlatform('amounts beyond all bounds', { database }, (flow, platform) => {
    let caller: ApiCaller;
    let place: CallerFolder;
    const load = (kind: string, records: readonly object[], ...more: readonly string[]) =>
      platform().operate<{ refused: number }>(
        ['import', kind, '-', ...more],
        records.map((record) => `${JSON.stringify(record)}\n`).join(''),
      );

    beforeAll(async () => {
      await loadOrderMarket(platform());
      caller = await platform().caller(buyer);
      place = await CallerFolder.make(caller.addresses, caller.credentials);
    });
    afterAll(() => place.remove());

    flow('are refused in an order, at their lines, and the largest possible ones are accepted', async () => {
      const { rows } = await uploadOrders(caller, [
        anOrder('huge', { detail_list: manyLines(lines, { prod_lot_qty: '999999999998' }) }),
        anOrder('sum', { detail_list: manyLines(lines, { prod_lot_qty: '9090909090' }) }),
        anOrder('most', { detail_list: manyLines(1, { prod_lot_qty: '9090909090' }) }),
        anOrder('planned', { detail_list: manyLines(1, { prod_lot_qty: '9090909090' }), send_flg: '0' }),
      ]);
      const errors = rows.map(({ error_list }) => error_list.map((each) => `${each.error_item} ${each.error_code}`));
      const each = Array.from({ length: lines }, (_, n) => `detail_list[${n}].prod_lot_qty E000018`);
      expect(errors).toEqual([each, each.slice(1, 2), [], []]);
      const planned = rows[3]?.trade_id ?? '';
      const generated = await caller.call('/order/generate', { trade_id_list: [planned] });
      expect(generated.body).toMatchObject({ result: 0 });
    });

    flow('are refused in a load, with line and field, unless old data is loaded unchanged', async () => {
      const slips = texts.flatMap((text, kind) =>
        Array.from({ length: oldSlips }, (_, n) => oldSlip(`old-${kind}-${n}`, { trade_total: text })),
      );
      const refusal = load('trade', [oldSlip('good', { trade_total: '-1.5' }), ...slips]);
      await expect(refusal).rejects.toThrow(
        '-:2: trade_total: must be a decimal with at most 12 digits before the point and 4 after it',
      );
      const product = {
        member_code: buyer,
        member_code_partner: seller,
        buy: [{ item_id: `i-${seller}-20` }],
        catalog: [{ ...bad, status_code: '0', view_active_code: '1' }],
      };
      await expect(load('master', [product])).rejects.toThrow('-:1: catalog[0].prod_lot_price: must be a decimal');
      await load('trade', slips, '--amounts-as-text');
      await load('master', [product], '--amounts-as-text');
    });

    flow('do not break a calculation', async () => {
      const { rows } = await uploadOrders(caller, [
        anOrder('priceless', { detail_list: [aLine(bad)] }),
        anOrder('next'),
      ]);
      expect(rows.map(({ result, error_list }) => [result, error_list])).toEqual([
        [
          '1',
          [
            {
              error_item: 'detail_list[0].catalog_id',
              error_code: 'E000012',
              error_detail: 'The price of the product is no number: ask the seller to have it corrected.',
            },
          ],
        ],
        ['0', []],
      ]);
      const partner = { member_code_partner: seller, member_code_self: buyer };
      const date = await caller.call('/delivery/shortest', {
        ...partner,
        details_list: [{ catalog_id: bad.catalog_id }],
      });
      expect(date.body).toMatchObject({ result: 0 });
      const list = await caller.call('/ordermaster/list', {});
      expect(JSON.stringify(list.body)).toContain('"prod_lot_price":"1,234"');
    });

    flow(
      `do not stop copies of the kinds ${mirrors.join(', ')}`,
      async () => {
        for (const kind of mirrors) {
          // oxlint-disable-next-line no-await-in-loop -- one command after the other
          const mirror = await makeMirror(kind, place);
          try {
            // oxlint-disable-next-line no-await-in-loop
            await expectAside(mirror, kind);
          } finally {
            // oxlint-disable-next-line no-await-in-loop
            await mirror.remove();
          }
        }
      },
      timeoutMs,
    );

    if (hasParquet) {
      flow(
        'do not stop a copy in Parquet files',
        async () => {
          await expectRounds(['--to', 'parquet/', '--format', 'parquet'], {}, [5, unfit, 1]);
          const aside = (await place.read('parquet/trade.aside.ndjson')).trimEnd().split('\n');
          expect(aside).toHaveLength(unfit);
          expect(JSON.parse(aside[0] ?? '')).toMatchObject({ key: [expect.stringMatching(/^old-/), buyer] });
        },
        timeoutMs,
      );
    }

    const unfit = texts.length * oldSlips;

    async function expectRounds(to: readonly string[], env: Mirror['env'], expected: readonly unknown[]) {
      for (let round = 1; round <= 2; round++) {
        const args = ['sync', 'trade', 'master', '--credentials', 'caller.json', '--json', ...to];
        // oxlint-disable-next-line no-await-in-loop -- one round after the other
        const { code, output } = await place.run(args, env);
        const { kinds } = JSON.parse(output) as { kinds: readonly { aside?: number }[] };
        expect([to, code, ...kinds.map(({ aside }) => aside)]).toEqual([to, ...expected]);
      }
    }

    async function expectAside(mirror: Mirror, kind: MirrorKind) {
      // NDJSON can represent any text, so a copy in a folder also contains the amounts that are not numbers.
      const expected = kind === 'folder' ? [0, undefined, undefined] : [5, unfit, 1];
      await expectRounds(['--to', mirror.to], mirror.env, expected);
      const tables = await mirror.tables();
      const totals = (tables.get('trade') ?? []).map(({ trade_total }) => String(trade_total));
      // The four totals belong to the two largest orders, the order after them, and the slip that was loaded with a
      // decimal amount.
      expect(totals).toHaveLength(4 + (kind === 'folder' ? unfit : 0));
      expect(totals.filter((total) => Number(total) === 999_999_999_900)).toHaveLength(2);
    }
  });
}
