import type { ImportKind } from '@trading-platform/domain-types';
import { memberCodes, type Random, randomMembers, randomProducts, randomSlips, updateDates } from './random-market.js';

const strangers = ['GONE1', 'GONE2'];
const partners = ['HEAD', 'STORE1', 'SELLER1', 'GONE1'];

/** A line of an import file. */
export type Line = Readonly<Record<string, unknown>>;

/**
 * Makes random lines of one kind. A few of the random lines have the same key. The random lines for step 0 contain all members.
 */
export function randomLines(random: Random, kind: ImportKind, step: number): Line[] {
  switch (kind) {
    case 'members':
      return randomMembers(random)
        .concat(strangers.map((member_code) => ({ member_code, head_office_member_code: random.pick(['', 'GONE1']) })))
        .filter(() => step === 0 || random.below(3) === 0);
    case 'master':
      return randomProducts(random, 12).map((product) => {
        const key = [
          product.member_code,
          product.member_code_partner,
          product.buy?.[0]?.item_id ?? product.catalog?.[0]?.item_id,
        ];
        return {
          ...product,
          member_code_order_to: random.pick(['', '', ...partners]),
          catalog: (product.catalog ?? []).map((line, index) => ({ ...line, catalog_id: [...key, index].join('|') })),
        };
      });
    case 'trade':
      return randomSlips(random, 12);
    case 'fc-prices':
      return random.times(1, 6, () => ({
        fc_owner_member_code: random.pick(['OWNER', 'HEAD', 'GONE1']),
        member_code_store: random.pick(['', 'STORE1', 'GONE2']),
        catalog_id: random.pick(['', 'C1']),
        food_cat_large_code: '',
        method: 'fixed',
        value: random.pick(['1', '2']),
        rounding: '0',
        valid_from: random.pick(['', '2026-01-01']),
        valid_to: '',
        date_basis: random.pick(['order', 'delivery']),
      }));
    case 'delivery-places':
      return random.times(1, 6, () => ({
        member_code: random.pick([...memberCodes, 'GONE1']),
        delivery_place_id: random.pick(['P1', 'P2']),
        delivery_place_name: random.pick(['a', 'b']),
      }));
    case 'businessholiday':
      return random.times(1, 4, () => ({
        member_code_seller: random.pick(partners),
        [kind]: randomRows(random, kind),
      }));
    default:
      return random.times(1, 4, () => ({
        member_code_buyer: random.pick(['', ...partners]),
        seller_list: random.some(partners).map((member_code_seller) => ({
          member_code_seller,
          [kind]: randomRows(random, kind),
        })),
      }));
  }
}

function randomRows(random: Random, kind: ImportKind): object[] {
  const update_date = () => random.pick(updateDates);
  const member_code_order_to = () => random.pick(['', '', 'STORE1', 'GONE2']);
  const rows: Readonly<Partial<Record<ImportKind, () => object>>> = {
    nottrade: () => ({
      member_code_order_to: member_code_order_to(),
      week_flg: random.pick(['1000000', '0000001']),
      warning_type: random.pick(['0', '1']),
      update_date: update_date(),
    }),
    orderclosing: () => ({
      oct_set_buyer_or_seller: random.pick(['0', '1']),
      set_no: random.pick(['1', '2']),
      change_app_date: random.pick(['', '2026-01-01']),
      closing_time: random.pick(['10:00', '11:00']),
      update_date: update_date(),
    }),
    businessholiday: () => ({
      set_id: random.pick(['1', '2']),
      holiday: random.pick(['2026-01-01', '2026-01-02']),
      update_date: update_date(),
    }),
    orderblock: () => ({
      member_code_order_to: member_code_order_to(),
      order_block_flg: random.pick(['0', '1']),
      update_date: update_date(),
    }),
  };
  return random.times(0, 4, rows[kind] ?? (() => ({})));
}
