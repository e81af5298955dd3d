import type { Transaction } from '@trading-platform/database';
import type { SettingName } from '@trading-platform/domain-types';
import type { PairChange } from '@trading-platform/event-log';
import { eventsOf } from '@trading-platform/event-log/typeorm';

/**
 * Appends an event for the own member of each product: products of the pair have changed. The log gathers these changes
 * for some seconds.
 */
export function tellOfProducts(
  transaction: Transaction,
  products: readonly { readonly memberCode: string; readonly memberCodePartner: string }[],
): void {
  const changes = products.map(
    ({ memberCode, memberCodePartner }): PairChange => ({
      type: 'master.changed',
      kind: 'master',
      memberCode,
      memberCodePartner,
      count: 1,
    }),
  );
  eventsOf(transaction).add(() => ({ changes: addedUp(changes) }));
}

/**
 * Appends an event for both sides of each pair: its settings have changed. Rows without a buyer apply to all buyers of
 * the seller, so all these buyers get an event.
 *
 * @param pairs seller and buyer
 */
export function tellOfSettings(
  transaction: Transaction,
  kind: SettingName,
  pairs: readonly (readonly string[])[],
): void {
  const changes = pairs.flatMap(([seller = '', buyer = '']): PairChange[] => {
    const ofSeller: PairChange = {
      type: 'setting.changed',
      kind,
      memberCode: seller,
      memberCodePartner: buyer,
      count: 1,
    };
    return buyer === '' ? [ofSeller] : [ofSeller, { ...ofSeller, memberCode: buyer, memberCodePartner: seller }];
  });
  eventsOf(transaction).add(() => ({ changes: addedUp(changes) }));
}

function addedUp(changes: readonly PairChange[]): PairChange[] {
  const byPair = new Map<string, PairChange>();
  for (const change of changes) {
    const key = JSON.stringify([change.kind, change.memberCode, change.memberCodePartner]);
    byPair.set(key, { ...change, count: (byPair.get(key)?.count ?? 0) + change.count });
  }
  return [...byPair.values()];
}
