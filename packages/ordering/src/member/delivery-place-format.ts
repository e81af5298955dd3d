import { type DeliveryPlaceImport, deliveryPlaceImport, flag } from '@trading-platform/domain-types';
import { type LineFormat, savedWhole } from '../import/line-format.js';
import { removalFormat } from '../import/removal-format.js';
import { refuseField } from '../record/line-refusal.js';
import { makeRecordRenderer } from '../record/record-renderer.js';
import { oddRelations, type Relation, relationsOf } from '../record/relations.js';
import { zeroOrOne } from '../record/value-checks.js';

/** A delivery place of a member. */
export interface DeliveryPlace {
  readonly memberCode: string;
  readonly deliveryPlaceId: string;
  readonly deliveryPlaceCode: string;
  readonly deliveryPlaceName: string;
  readonly defaultFlg: string;
}

const render = makeRecordRenderer(deliveryPlaceImport, { checks: { default_flg: zeroOrOne } });

const { warned } = relationsOf<DeliveryPlaceImport>();

/**
 * Rule "relations of a delivery place": a delivery place needs a code or must be the default, because an order names a place by
 * its code or uses the default place.
 */
const relations: readonly Relation[] = [
  warned('delivery_place_code', 'is empty, and the place is no default one, so no order can go there', (of) => {
    return of('delivery_place_code') === '' && of('default_flg') !== flag.on;
  }),
];

/**
 * Converts a line of a `delivery-places` file to a delivery place. The key of a delivery place consists of the member and the id
 * of the place.
 */
export const deliveryPlaceFormat: LineFormat<DeliveryPlace> = {
  ...savedWhole,
  read(record) {
    render(record, '');
    const line = record as DeliveryPlaceImport;
    if (line.member_code === '') throw refuseField('member_code', 'is missing');
    if (line.delivery_place_id === '') throw refuseField('delivery_place_id', 'is missing');
    return {
      memberCode: line.member_code,
      deliveryPlaceId: line.delivery_place_id,
      deliveryPlaceCode: line.delivery_place_code ?? '',
      deliveryPlaceName: line.delivery_place_name ?? '',
      defaultFlg: line.default_flg ?? '',
    };
  },
  warn: (_, record) => oddRelations(relations, record as object),
};

/** Reads, from a line, the key of the delivery place that is to be removed. */
export const deliveryPlaceRemovalFormat = removalFormat(
  deliveryPlaceImport,
  ['member_code', 'delivery_place_id'],
  (line: DeliveryPlaceImport) => [[line.member_code, line.delivery_place_id]],
);
