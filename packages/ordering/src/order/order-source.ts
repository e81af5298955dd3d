import type { RefusedMember } from '../member/refused-member.js';
import type { OrderPair } from './order-pair.js';
import type { UploadedOrder } from './uploaded-order.js';

/** The buyer and the seller of some orders, with the codes of all products that these orders name. */
export interface AskedPair {
  readonly memberCodeSelf: string;
  readonly memberCodePartner: string;
  readonly catalogIds: readonly string[];
  readonly privateItemCodes: readonly string[];
}

/** The source of the data for judging orders. */
export abstract class OrderSource {
  /**
   * Reads the data of pairs as of one instant, with a fixed number of queries. The caller must see `memberCodeSelf`, and
   * `memberCodePartner` must be related to it, as in a shortest delivery date request. If a pair does not meet these conditions,
   * the answer names the refused fields.
   *
   * @returns an answer for each pair, in their order
   */
  abstract readPairs(
    callerMemberCode: string,
    pairs: readonly AskedPair[],
  ): Promise<readonly (OrderPair | readonly RefusedMember[])[]>;
}

/** Returns the key of the buyer and seller pair of an order. */
export function pairKey({ member_code_self, member_code_partner }: UploadedOrder): string {
  return JSON.stringify([member_code_self, member_code_partner]);
}

/** Returns the pairs whose data are needed to judge the orders. The result is a map from `pairKey` to pair. */
export function askedPairs(orders: readonly UploadedOrder[]): ReadonlyMap<string, AskedPair> {
  return new Map([...Map.groupBy(orders, pairKey)].map(([key, ofPair]) => [key, askedPair(ofPair)]));
}

function askedPair(orders: readonly UploadedOrder[]): AskedPair {
  const lines = orders.flatMap(({ detail_list }) => detail_list);
  return {
    memberCodeSelf: orders[0]?.member_code_self ?? '',
    memberCodePartner: orders[0]?.member_code_partner ?? '',
    catalogIds: distinct(lines.map(({ catalog_id }) => catalog_id)),
    privateItemCodes: distinct(lines.map(({ private_item_code }) => private_item_code)),
  };
}

function distinct(names: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(names)].filter((name) => name !== undefined);
}
