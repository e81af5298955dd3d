import { type Transaction, tableOf } from '@trading-platform/database';
import type { ImportStore, RowRemark, SavedRows, SaveRows } from '../../import/import-lines.js';
import type { DeliveryPlace } from '../../member/delivery-place-format.js';
import { DeliveryPlaceEntity } from '../entities/delivery-place.entity.js';
import type { OrderingDatabase } from '../ordering-database.js';
import { countChange, holdNumbers } from '../sql/common/counters.js';
import { rowsOfKeys } from '../sql/common/rows-of-keys.js';
import { RowWriter } from '../sql/common/write-rows.js';
import { knownMembers, unknownMember } from '../sql/members/known-members.js';

const table = tableOf(DeliveryPlaceEntity);
const key = ['memberCode', 'deliveryPlaceId'] as const;
const writer = new RowWriter(table, { replace: key });

/** The store into which a `delivery-places` file is imported. */
export class TypeOrmDeliveryPlaceStore implements ImportStore<DeliveryPlace> {
  constructor(private readonly database: OrderingDatabase) {}

  transaction<T>(work: (save: SaveRows<DeliveryPlace>) => Promise<T>): Promise<T> {
    return this.database.transaction((transaction) => work((rows) => savePlaces(transaction, rows)));
  }
}

async function savePlaces(transaction: Transaction, places: readonly DeliveryPlace[]): Promise<SavedRows> {
  // The lock on the numbers of delivery places ensures that only one import of delivery places runs at a time.
  await holdNumbers(transaction, 'delivery-place');
  const known = await knownMembers(
    transaction,
    places.map(({ memberCode }) => memberCode),
  );
  const refusals: RowRemark[] = [];
  const last = new Map<string, DeliveryPlace>();
  for (const [index, place] of places.entries()) {
    const reason = unknownMember([['member_code', place.memberCode]], known);
    if (reason === undefined) last.set(keyOf(place), place);
    else refusals.push({ index, reason });
  }
  const keys = [...last.values()].map(({ memberCode, deliveryPlaceId }) => [memberCode, deliveryPlaceId]);
  const stored = await rowsOfKeys(transaction, table, key, keys);
  const before = new Map(stored.map((place) => [keyOf(place), contentOf(place)]));
  const changed = [...last].filter(([placeKey, place]) => before.get(placeKey) !== contentOf(place));
  const added = changed.filter(([placeKey]) => !before.has(placeKey)).length;
  await writer.write(
    transaction,
    changed.map(([, place]) => place),
  );
  if (changed.length > 0) await countChange(transaction, 'delivery-places');
  return { added, changed: changed.length - added, refusals };
}

function keyOf({ memberCode, deliveryPlaceId }: DeliveryPlace): string {
  return JSON.stringify([memberCode, deliveryPlaceId]);
}

function contentOf(place: DeliveryPlace): string {
  return JSON.stringify(table.values(place));
}
