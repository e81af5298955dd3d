import type { RefusedMember } from '../member/refused-member.js';
import type { OrderPair } from './order-pair.js';
import type { UploadedOrder } from './uploaded-order.js';

/** A buyer and a seller as orders name them, with the names of all products that these orders ask for, each once. */
export interface AskedPair {
  readonly memberCodeSelf: string;
  readonly memberCodePartner: string;
  readonly catalogIds: readonly string[];
  readonly privateItemCodes: readonly string[];
}

/** Where the data come from that orders are judged by. */
export abstract class OrderSource {
  /**
   * Reads pairs as of one instant, in a number of queries that does not grow with theirs. `memberCodeSelf` must be visible to
   * the caller and `memberCodePartner` related to it, as in a shortest delivery date request, else the fields that are refused are named.
   *
   * @returns one answer a pair, in their order
   */
  abstract readPairs(
    callerMemberCode: string,
    pairs: readonly AskedPair[],
  ): Promise<readonly (OrderPair | readonly RefusedMember[])[]>;
}

/** What stands for the pair of an order. */
export function pairKey({ member_code_self, member_code_partner }: UploadedOrder): string {
  return JSON.stringify([member_code_self, member_code_partner]);
}

/** What is to be read for orders, by the `pairKey` of each. */
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
