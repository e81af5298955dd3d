import type { Transaction } from '@trading-platform/database';
import { sendFlg } from '@trading-platform/domain-types';
import { instantOf } from '../../../delivery/japan-time.js';
import { memberActor, type SlipActor, type SlipChange } from '../../../history/slip-change.js';
import type { RefusedMember } from '../../../member/refused-member.js';
import type { AcceptedOrder } from '../../../order/judge-order.js';
import type { OrderToTake, TakenOrder } from '../../../order/order-store.js';
import { slipNumbers } from '../../../order/slip-numbers.js';
import { firstVersion } from '../../../order/slip-version.js';
import { type SlipNumbers, slipViews } from '../../../order/slip-views.js';
import type { JsonBytes } from '../../../record/json-bytes.js';
import { packBodyAside } from '../../../record/packed-body.js';
import type { Slip } from '../../../trade/trade-format.js';
import { renderSlip } from '../../../trade/trade-format.js';
import { takeNumbers } from '../common/counters.js';
import { keyText, type OwnNumber } from '../common/own-numbers.js';
import { newSlip, writeSlips } from '../downloads/slip-rows.js';
import { tellOfViews } from '../events/slip-events.js';
import { fixChangeUntil } from '../history/slip-lives.js';
import { writeHistory } from '../history/write-history.js';
import { knownMembers } from '../members/known-members.js';
import { notePairs } from '../members/member-pairs.js';
import { bindUploadNumbers, findUploadNumbers } from './upload-numbers.js';

/** An order with all data that will be stored for it. */
export interface PreparedOrder {
  readonly key: OwnNumber;
  readonly digest: Buffer;
  readonly numbers: SlipNumbers;
  readonly pair: AcceptedOrder['pair'];
  readonly views: readonly Slip[];
  /** The first moment at which the buyer cannot change the order any more, or `""` for a planned order. */
  readonly changeUntil: string;
  readonly by: SlipActor;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Renders the slip of an order in the given buffer. */
export async function prepareOrder(
  { callerMemberCode, by = memberActor(callerMemberCode), accepted, digest }: OrderToTake,
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
  const key: OwnNumber = [callerMemberCode, accepted.order.upload_no];
  const changeUntil = accepted.order.send_flg === sendFlg.send ? accepted.changeUntil : '';
  return { key, digest, numbers, pair: accepted.pair, views, changeUntil, by, at: instantOf(accepted.at) };
}

/** Stores the new orders, and returns the result of every order. */
export async function takePrepared(transaction: Transaction, orders: readonly PreparedOrder[]): Promise<TakenOrder[]> {
  // While the slip numbers are locked, no other transaction can accept orders. An upload number that is free now therefore
  // remains free until the transaction ends.
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
  await fixChangeUntil(
    transaction,
    taken.map(({ numbers: { tradeId }, changeUntil }) => ({ tradeId, changeUntil })),
  );
  await writeHistory(transaction, taken.map(historyOf));
  tellOfViews(transaction, taken.flatMap(createdViews));
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

/** Returns the orders that are refused because a member was removed after they were judged. */
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

/** Returns the members of a slip, with the field of the order that names each member. */
function membersOf({ pair: { buyer, seller, fcOwner } }: PreparedOrder) {
  return [
    ['member_code_self', [buyer.memberCode, ...(fcOwner === undefined ? [] : [fcOwner.memberCode])]],
    ['member_code_partner', [seller.memberCode]],
  ] as const;
}

function uploadNumber({ key: [memberCode, uploadNo], digest, numbers, pair }: PreparedOrder) {
  return { memberCode, uploadNo, digest, ...numbers, memberCodeBuyer: pair.buyer.memberCode };
}

function historyOf({ numbers: { tradeId }, pair, by, at }: PreparedOrder): SlipChange {
  const buyer = { side: 'buyer', memberCodeSelf: pair.buyer.memberCode } as const;
  return { tradeId, version: firstVersion, at, action: 'upload', by, ...buyer, changed: [] };
}

function createdViews({ views }: PreparedOrder) {
  return views.map((view) => ({
    ...view,
    type: 'trade.created' as const,
    version: firstVersion,
    previousStatusCode: '',
  }));
}
