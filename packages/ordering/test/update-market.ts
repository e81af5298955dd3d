import type { Database } from '@trading-platform/database';
import type { SlipSide, TradeImport } from '@trading-platform/domain-types';
import { changedFields } from '../src/history/changed-fields.js';
import { memberActor } from '../src/history/slip-change.js';
import type { OrderSlip } from '../src/order/upload-outcome.js';
import { digestOf } from '../src/record/digest.js';
import { JsonBytes } from '../src/record/json-bytes.js';
import type { SlipLife } from '../src/trade/slip-life.js';
import { renderUpdate } from '../src/trade-update/render-update.js';
import type { TradeUpdateStore, UpdateCaller, UpdateToMake } from '../src/trade-update/trade-update-store.js';
import { TypeOrmOrderStore } from '../src/typeorm/repositories/typeorm-order-store.js';
import { nth, ordersOf, ordersToTake } from './order-market.js';

export const [buyer, seller, head] = ['10000001', '20000001', '10000000'];

/** The time of all updates of the tests: one day after the orders were sent. */
export const updatedAt = Date.parse('2026-11-19T10:00:00+09:00');

export const sellersCall: UpdateCaller = { memberCode: seller, by: memberActor(seller), at: updatedAt };

/** Takes an order for each upload number, and returns their slips. */
export async function takeOrders(
  database: Database,
  uploadNos: readonly string[],
  given: Parameters<typeof ordersOf>[1] = {},
): Promise<readonly OrderSlip[]> {
  const orders = await ordersToTake(database, ordersOf(uploadNos, given));
  return (await new TypeOrmOrderStore(database).take(orders)).map((answer) => {
    if (!('taken' in answer)) throw new Error(`Not taken: ${JSON.stringify(answer)}`);
    return answer.taken;
  });
}

/** A change of a slip that no rule has judged. */
export interface AnyChange {
  readonly updateNo: string;
  readonly tradeId: string;
  readonly fields: Partial<TradeImport>;
  readonly content?: string;
  readonly life?: Partial<SlipLife>;
  readonly side?: SlipSide;
  /** The `trade_id` of a slip that the change makes, with the same views. */
  readonly makes?: string;
}

/** Reads the slip of each change as it is now, and renders the changed views. */
export async function changesToMake(
  store: TradeUpdateStore,
  changes: readonly AnyChange[],
  callerMemberCode = seller,
): Promise<readonly UpdateToMake[]> {
  const tradeIds = changes.map(({ tradeId }) => tradeId);
  const reading = await store.read(callerMemberCode, tradeIds, new AbortController().signal);
  try {
    const slips = changes.map(({ tradeId }) => reading.heads.get(tradeId)!);
    const views = await reading.readViews(slips);
    const room = new JsonBytes();
    return await Promise.all(
      changes.map(({ updateNo, tradeId, fields, content = updateNo, life, side = 'seller', makes }, index) => {
        const slip = nth(slips, index);
        const before = views.get(tradeId)!;
        return renderUpdate(
          {
            updateNo,
            digest: digestOf(content),
            slip,
            side,
            action: makes === undefined ? 'confirm' : 'return',
            life: { ...slip.life, ...life },
            made: makes === undefined ? undefined : { tradeId: makes, checkNumber: `number of ${makes}` },
          },
          {
            after: before.map((view) => ({ ...view, ...fields })),
            changed: before.map((view) => changedFields(view, { ...view, ...fields })),
            made: makes === undefined ? [] : before.map((view) => ({ ...view, trade_id: makes })),
          },
          room,
        );
      }),
    );
  } finally {
    await reading.close();
  }
}

/** Everything that is stored about slips, without the numbers of rows and of positions. */
export async function storedSlips(database: Database) {
  const [slips, lives, numbers, histories] = await Promise.all([
    database.query(
      'SELECT s.*, b.body FROM slip s JOIN slip_body b ON b.slip_id = s.id ORDER BY trade_id, member_code_self',
    ),
    database.query('SELECT * FROM slip_life ORDER BY trade_id'),
    database.query('SELECT * FROM update_number ORDER BY member_code, update_no'),
    database.query('SELECT * FROM slip_history ORDER BY trade_id, version'),
  ]);
  return { slips: slips.map(({ id: _, position: __, ...slip }) => slip), lives, numbers, histories };
}
