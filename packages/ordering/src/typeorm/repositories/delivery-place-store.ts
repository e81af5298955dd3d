import type { Database, Transaction } from '@trading-platform/database';
import type { ImportStore, RowRemark, SavedRows } from '../../import/import-lines.js';
import type { DeliveryPlace } from '../../member/delivery-place-format.js';
import { countChange, takeNumbers } from '../statements/counters.js';
import { textRows } from '../statements/json-rows.js';
import { knownMembers, unknownMember } from '../statements/known-members.js';
import { RowWriter, replaceOnConflict } from '../statements/write-rows.js';

const columns = [
  'member_code',
  'delivery_place_id',
  'delivery_place_code',
  'delivery_place_name',
  'default_flg',
] as const;

type Row = Readonly<Record<(typeof columns)[number], string>>;

const writer = new RowWriter(
  'delivery_place',
  columns,
  replaceOnConflict(['member_code', 'delivery_place_id'], columns),
);

/** Where a `delivery-places` import goes. */
export function createDeliveryPlaceStore(database: Database): ImportStore<DeliveryPlace> {
  return {
    transaction: (work) => database.transaction((transaction) => work((rows) => savePlaces(transaction, rows))),
  };
}

async function savePlaces(transaction: Transaction, places: readonly DeliveryPlace[]): Promise<SavedRows> {
  // Held until the transaction ends: loads of delivery places follow each other.
  await takeNumbers(transaction, 'delivery-place', 1);
  const known = await knownMembers(
    transaction,
    places.map(({ memberCode }) => memberCode),
  );
  const refusals: RowRemark[] = [];
  const last = new Map<string, string[]>();
  for (const [index, place] of places.entries()) {
    const reason = unknownMember([['member_code', place.memberCode]], known);
    if (reason === undefined) last.set(keyOf(place.memberCode, place.deliveryPlaceId), valuesOf(place));
    else refusals.push({ index, reason });
  }
  const stored = await storedPlaces(transaction, [...last.keys()]);
  const changed = [...last].filter(([key, values]) => JSON.stringify(values) !== stored.get(key));
  const added = changed.filter(([key]) => !stored.has(key)).length;
  await writer.write(
    transaction,
    changed.map(([, values]) => values),
  );
  if (changed.length > 0) await countChange(transaction, 'delivery-places');
  return { added, changed: changed.length - added, refusals };
}

/** What is stored under each key, as JSON of the values. */
async function storedPlaces(transaction: Transaction, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await transaction.query<Row>(
    `SELECT ${columns.map((column) => `p.${column}`).join(', ')}
     FROM ${textRows(transaction.dialect, '$1', 'k', ['member_code', 'delivery_place_id'])} CROSS JOIN delivery_place p
     WHERE p.member_code = k.member_code AND p.delivery_place_id = k.delivery_place_id`,
    [`[${keys.join(',')}]`],
  );
  return new Map(
    rows.map((row) => [
      keyOf(row.member_code, row.delivery_place_id),
      JSON.stringify(columns.map((column) => row[column])),
    ]),
  );
}

function keyOf(memberCode: string, deliveryPlaceId: string): string {
  return JSON.stringify([memberCode, deliveryPlaceId]);
}

function valuesOf(place: DeliveryPlace): string[] {
  return [place.memberCode, place.deliveryPlaceId, place.deliveryPlaceCode, place.deliveryPlaceName, place.defaultFlg];
}
