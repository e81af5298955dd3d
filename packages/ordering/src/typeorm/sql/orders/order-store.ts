import type { Database, Transaction } from '@trading-platform/database';
import type { JapanTime } from '../../../delivery/japan-time.js';
import type { RefusedMember } from '../../../member/refused-member.js';
import type { AcceptedOrder } from '../../../order/judge-order.js';
import {
  OrderStore,
  type OrderToTake,
  type SentSlips,
  type SlipToSend,
  type StoredOrder,
  type TakenOrder,
} from '../../../order/order-store.js';
import { slipNumbers } from '../../../order/slip-numbers.js';
import { firstVersion } from '../../../order/slip-version.js';
import { type SlipNumbers, slipViews } from '../../../order/slip-views.js';
import type { BoundUploadNo } from '../../../order/upload-number.js';
import { JsonBytes } from '../../../record/json-bytes.js';
import { packBodyAside } from '../../../record/packed-body.js';
import type { Slip } from '../../../trade/trade-format.js';
import { renderSlip } from '../../../trade/trade-format.js';
import { takeNumbers } from '../common/counters.js';
import { noLoad, writeSlips } from '../downloads/slip-rows.js';
import { sendSlips } from '../loads/send-slips.js';
import { knownMembers } from '../members/known-members.js';
import { notePairs } from '../members/member-pairs.js';
import { findStoredOrders } from './stored-orders.js';
import { bindUploadNumbers, findUploadNumbers, keyText, type UploadKey } from './upload-numbers.js';

const ordersPerTurn = 10;
/** As many as there are calls of `take` at the same time in an upload. */
const roomsKept = 2;

/** Orders on a database. */
export class SqlOrderStore extends OrderStore {
  /** Where slips are rendered, used again and again: as memory of their own, bodies were most of the garbage of an upload. */
  readonly #rooms: JsonBytes[] = [];

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
    const prepared: PreparedOrder[] = [];
    const room = this.#rooms.pop() ?? new JsonBytes();
    for (let start = 0; start < orders.length; start += ordersPerTurn) {
      const some = orders.slice(start, start + ordersPerTurn);
      room.clear();
      // Rendering all of them at once would hold others up.
      // oxlint-disable-next-line no-await-in-loop
      prepared.push(...(await Promise.all(some.map((order, index) => prepare(order, first + start + index, room)))));
    }
    // Not after a failure: then some bodies may still be read by those who pack them.
    if (this.#rooms.length < roomsKept) this.#rooms.push(room);
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
  room: JsonBytes,
): Promise<PreparedOrder> {
  const numbers = slipNumbers(accepted.at, runningNumber);
  const { buyer, seller } = slipViews(accepted, numbers);
  const views = await Promise.all(
    [buyer, seller].map(async (line) => {
      const { view, body } = renderSlip(line, room);
      return { ...view, packedBody: await packBodyAside(body) };
    }),
  );
  return { key: [callerMemberCode, accepted.order.upload_no], digest, numbers, pair: accepted.pair, views };
}

async function takePrepared(transaction: Transaction, orders: readonly PreparedOrder[]): Promise<TakenOrder[]> {
  // Whoever has the numbers of slips keeps others from taking orders: what is not bound now is not bound meanwhile.
  const firstId = await takeNumbers(transaction, 'slip', orders.length * 2);
  const bound = await findUploadNumbers(
    transaction,
    orders.map(({ key }) => key),
  );
  const fresh = orders.filter(({ key }) => !bound.has(keyText(key)));
  const refusals = await refusalsOf(transaction, fresh);
  const taken = fresh.filter((order) => !refusals.has(order));
  await bindUploadNumbers(transaction, taken.map(uploadNumber));
  await writeSlips(
    transaction,
    taken.flatMap(({ views }) => views).map((slip, index) => ({ slip, state: newSlip(slip, firstId + index) })),
  );
  await notePairs(
    transaction,
    taken.map(({ pair }) => [pair.buyer.memberCode, pair.seller.memberCode]),
  );
  return orders.map((order) => {
    const before = bound.get(keyText(order.key));
    if (before !== undefined) return { bound: before };
    const refused = refusals.get(order);
    return refused === undefined ? { taken: { ...order.numbers, version: firstVersion } } : { refused };
  });
}

/** The orders whose members were removed since they were judged: products may be removed, and then members that had some. */
async function refusalsOf(
  transaction: Transaction,
  orders: readonly PreparedOrder[],
): Promise<ReadonlyMap<PreparedOrder, readonly RefusedMember[]>> {
  const known = await knownMembers(
    transaction,
    orders.flatMap(membersOf).flatMap(([, codes]) => codes),
  );
  const refusals = new Map<PreparedOrder, readonly RefusedMember[]>();
  for (const order of orders) {
    const refused = membersOf(order).filter(([, codes]) => codes.some((code) => !known.has(code)));
    if (refused.length > 0)
      refusals.set(
        order,
        refused.map(([field]) => field),
      );
  }
  return refusals;
}

/** The members that a slip names, by the field of the order that has led to them. */
function membersOf({ pair: { buyer, seller, fcOwner } }: PreparedOrder) {
  return [
    ['member_code_self', [buyer.memberCode, ...(fcOwner === undefined ? [] : [fcOwner.memberCode])]],
    ['member_code_partner', [seller.memberCode]],
  ] as const;
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
