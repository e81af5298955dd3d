import type { Database, Transaction } from '@trading-platform/database';
import type { JapanTime } from '../../delivery/japan-time.js';
import type { AcceptedOrder } from '../../order/judge-order.js';
import {
  OrderStore,
  type OrderToTake,
  type SentSlips,
  type SlipToSend,
  type StoredOrder,
  type TakenOrder,
} from '../../order/order-store.js';
import { slipNumbers } from '../../order/slip-numbers.js';
import { firstVersion } from '../../order/slip-version.js';
import { type SlipNumbers, slipViews } from '../../order/slip-views.js';
import type { BoundUploadNo } from '../../order/upload-number.js';
import { packBodyAside } from '../../record/packed-body.js';
import type { Slip } from '../../trade/slip.js';
import { renderSlip } from '../../trade/trade-format.js';
import { takeNumbers } from './counters.js';
import { knownMembers } from './known-members.js';
import { notePairs } from './member-pairs.js';
import { sendSlips } from './send-slips.js';
import { noLoad, writeSlips } from './slip-rows.js';
import { findStoredOrders } from './stored-orders.js';
import { bindUploadNumbers, findUploadNumbers, keyText, type UploadKey } from './upload-numbers.js';

/** Orders on a database. */
export class SqlOrderStore extends OrderStore {
  constructor(private readonly database: Database) {
    super();
  }

  async findUploadNos(
    callerMemberCode: string,
    uploadNos: readonly string[],
  ): Promise<ReadonlyMap<string, BoundUploadNo>> {
    const keys = uploadNos.map((uploadNo) => [callerMemberCode, uploadNo] as const);
    const found = await findUploadNumbers(this.database, keys);
    return new Map(keys.flatMap((key) => (found.has(keyText(key)) ? [[key[1], found.get(keyText(key))!]] : [])));
  }

  async take(orders: readonly OrderToTake[]): Promise<readonly TakenOrder[]> {
    if (orders.length === 0) return [];
    const first = await this.#takeRunningNumbers(orders.length);
    const prepared = await Promise.all(orders.map((order, index) => prepare(order, first + index)));
    return this.database.transaction((transaction) => takePrepared(transaction, prepared));
  }

  findOrders(callerMemberCode: string, tradeIds: readonly string[]): Promise<ReadonlyMap<string, StoredOrder>> {
    return findStoredOrders(this.database, callerMemberCode, tradeIds);
  }

  send(slips: readonly SlipToSend[], at: JapanTime): Promise<SentSlips> {
    return sendSlips(this.database, slips, at);
  }

  /** In a transaction of their own, so that slips are rendered before anybody has to wait for them. Gaps do no harm. */
  #takeRunningNumbers(count: number): Promise<number> {
    return this.database.transaction((transaction) => takeNumbers(transaction, 'check-number', count), {
      durable: false,
    });
  }
}

/** An order with all that will be stored of it. */
interface PreparedOrder {
  readonly key: UploadKey;
  readonly digest: Buffer;
  readonly numbers: SlipNumbers;
  readonly pair: AcceptedOrder['pair'];
  readonly views: readonly Slip[];
}

async function prepare(
  { callerMemberCode, accepted, digest }: OrderToTake,
  runningNumber: number,
): Promise<PreparedOrder> {
  const numbers = slipNumbers(accepted.at, runningNumber);
  const { buyer, seller } = slipViews(accepted, numbers);
  const views = await Promise.all(
    [buyer, seller].map(async (line) => {
      const { view, body } = renderSlip(line);
      return { ...view, packedBody: await packBodyAside(body) };
    }),
  );
  return { key: [callerMemberCode, accepted.order.upload_no], digest, numbers, pair: accepted.pair, views };
}

async function takePrepared(transaction: Transaction, orders: readonly PreparedOrder[]): Promise<TakenOrder[]> {
  // Whoever has the numbers of slips keeps others from taking orders: what is not bound now is not bound meanwhile.
  const firstId = await takeNumbers(transaction, 'slip', orders.length * 2);
  await requireMembers(transaction, orders);
  const bound = await findUploadNumbers(
    transaction,
    orders.map(({ key }) => key),
  );
  const fresh = orders.filter(({ key }) => !bound.has(keyText(key)));
  await bindUploadNumbers(transaction, fresh.map(uploadNumber));
  await writeSlips(
    transaction,
    fresh.flatMap(({ views }) => views).map((slip, index) => ({ slip, state: newSlip(slip, firstId + index) })),
  );
  await notePairs(
    transaction,
    fresh.map(({ pair }) => [pair.buyer.memberCode, pair.seller.memberCode]),
  );
  return orders.map(({ key, numbers }) => {
    const before = bound.get(keyText(key));
    return before === undefined ? { taken: { ...numbers, version: firstVersion } } : { bound: before };
  });
}

/** Products keep their members from being removed, but they may have been removed themselves since the order was judged. */
async function requireMembers(transaction: Transaction, orders: readonly PreparedOrder[]): Promise<void> {
  const named = orders.flatMap(({ views }) =>
    views.flatMap(({ memberCodeSelf, fcOwnerMemberCode }) => [memberCodeSelf, fcOwnerMemberCode]),
  );
  const known = await knownMembers(transaction, named);
  const gone = named.find((code) => code !== '' && !known.has(code));
  if (gone !== undefined) throw new Error(`Member ${gone} was removed while its orders were taken`);
}

function uploadNumber({ key: [memberCode, uploadNo], digest, numbers, pair }: PreparedOrder) {
  return { memberCode, uploadNo, digest, ...numbers, memberCodeBuyer: pair.buyer.memberCode };
}

function newSlip({ updateDate }: Slip, id: number) {
  return {
    id,
    version: firstVersion,
    sentFrom: null,
    updateDate,
    loadId: noLoad,
    formerDigest: null,
    formerVersion: null,
    formerUpdateDate: null,
  };
}
