import type { SendFlg, UploadLine, UploadOrder } from '@trading-platform/domain-types';
import { fromParts, toParts } from '../decimal/exact-decimal.js';
import { digestOf } from '../record/digest.js';

/** A validated line of an uploaded order. An order line has either a `catalog_id` or a `private_item_code`. */
export type UploadedLine = Omit<UploadLine, 'line_no' | 'prod_lot_qty'> & {
  readonly line_no: string;
  readonly prod_lot_qty: string;
};

/** A validated order of an upload. Codes are texts, and absent values are undefined (Spec 4.11). */
export type UploadedOrder = Omit<UploadOrder, 'send_flg' | 'detail_list'> & {
  readonly send_flg: SendFlg;
  readonly detail_list: readonly UploadedLine[];
};

/**
 * Computes a 16-byte digest of an order without its `upload_no`. Orders with the same meaning have the same digest, for example
 * with `1.0` instead of `1`.
 */
export function orderDigest(order: UploadedOrder): Buffer {
  const {
    member_code_self,
    member_code_partner,
    delivery_place_code = '',
    hope_delivery_date,
    order_trade_comment = '',
    send_flg,
    detail_list,
  } = order;
  const header = [
    member_code_self,
    member_code_partner,
    delivery_place_code,
    hope_delivery_date,
    order_trade_comment,
    send_flg,
  ];
  return digestOf(JSON.stringify([header, detail_list.map(lineContent)]));
}

function lineContent({
  line_no,
  catalog_id = '',
  private_item_code = '',
  prod_lot_qty,
  prod_remarks = '',
}: UploadedLine): readonly string[] {
  return [line_no, catalog_id, private_item_code, fromParts(toParts(prod_lot_qty)), prod_remarks];
}
