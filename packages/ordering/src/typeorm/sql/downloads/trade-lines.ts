import { unpackBodies } from '../../../record/packed-body.js';
import { storedColumns } from '../../../trade/field-columns.js';

/** The fields of a view that are stored but not delivered, with the names that they have in an import file. */
export const storedFields = `${storedColumns.map(({ field }) => `s.${field}`).join(', ')}, s.update_date,
  CAST((SELECT MAX(o.version) FROM slip o WHERE o.trade_id = s.trade_id) AS TEXT) AS version`;

/** The stored fields of a view, and its body. */
export interface StoredView {
  readonly body: Buffer;
  /** The field `trade_id` is not among the stored fields, because the body already contains it. */
  readonly trade_id?: string;
}

const openingBrace = Buffer.from('{');

/** Returns views as lines of a `trade` file, in the given order. */
export async function tradeLines(views: readonly StoredView[]): Promise<Buffer[]> {
  const unpacked = await unpackBodies(views);
  return views.map(({ body: _, trade_id: __, ...stored }, index) => {
    const delivered = unpacked[index]!.body;
    return Buffer.concat([openingBrace, delivered.subarray(0, -1), Buffer.from(`,${JSON.stringify(stored).slice(1)}`)]);
  });
}
