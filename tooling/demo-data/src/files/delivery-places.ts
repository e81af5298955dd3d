import { deliveryPlaceImport } from '@trading-platform/domain-types';
import type { Market, Member } from '../market/market.js';
import { recordText } from '../record-text.js';

const text = recordText(deliveryPlaceImport.fields);

const names = ['厨房搬入口', '地下搬入口', '事務所'];

/** A place to which a buyer's goods are delivered. The first place is the default. */
export interface Place {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

/** Head offices and kitchens have three places. Stores have one or two places, depending on their member codes. */
export function placesOf(buyer: Member): readonly Place[] {
  const count = buyer.groupCode.startsWith('CH') || buyer.groupCode.startsWith('FC') ? 1 + (Number(buyer.code) % 2) : 3;
  return names.slice(0, count).map((name, index) => ({
    id: `${buyer.code}${String(index + 1).padStart(2, '0')}`,
    code: String(index + 1).padStart(2, '0'),
    name: `${buyer.name} ${name}`,
  }));
}

/** The lines of the file of delivery places. */
export function* deliveryPlaceLines({ groups }: Market): Generator<string> {
  for (const buyer of groups.flatMap(({ buyers }) => buyers)) {
    for (const [index, { id, code, name }] of placesOf(buyer).entries()) {
      yield text({
        member_code: buyer.code,
        delivery_place_id: id,
        delivery_place_code: code,
        delivery_place_name: name,
        default_flg: index === 0 ? '1' : '0',
      });
    }
  }
}
