import { unpackBodies } from '../../../record/packed-body.js';

/** What is stored of a view and not delivered, under the names of its file; of former releases only the day of a change is known. */
export const storedFields = `s.member_code_partner, s.slip_kind, s.use_ac_svc, s.perusal_flg, s.delivery_place_id, s.planned_shipping_day,
  s.receipt_day, CASE WHEN length(s.update_date) = 10 THEN s.update_date || ' 00:00:00' ELSE s.update_date END AS update_date,
  CAST((SELECT MAX(o.version) FROM slip o WHERE o.trade_id = s.trade_id) AS TEXT) AS version`;

/** A view as these fields and its body are read. */
export interface StoredView {
  readonly body: Buffer;
  /** Delivered as well, so no line names it twice. */
  readonly trade_id?: string;
}

const openingBrace = Buffer.from('{');

/** The lines of views in a `trade` file, in their order. */
export async function tradeLines(views: readonly StoredView[]): Promise<Buffer[]> {
  const unpacked = await unpackBodies(views);
  return views.map(({ body: _, trade_id: __, ...stored }, index) => {
    const delivered = unpacked[index]!.body;
    return Buffer.concat([openingBrace, delivered.subarray(0, -1), Buffer.from(`,${JSON.stringify(stored).slice(1)}`)]);
  });
}
