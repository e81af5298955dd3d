import { listOf, textOf } from '../../checks/records.js';
import type { Fields } from '../../probe/answer.js';
import { download } from '../../probe/batches.js';
import type { Probe } from '../../probe/probe.js';
import type { OrderedProduct } from '../../rules/delivery-settings.js';

/** A product that the caller can order. */
export interface KnownProduct extends OrderedProduct {
  readonly catalogId: string;
}

/** Products that the caller can order from one seller. */
export interface SellersProducts {
  readonly pair: { readonly self: string; readonly partner: string };
  readonly products: readonly KnownProduct[];
}

/**
 * Returns the caller's own products that can be ordered, grouped by seller. The products come from the master download.
 */
export async function productsBySeller(probe: Probe): Promise<readonly SellersProducts[]> {
  const { records } = await download(probe, 'master', { exist_mc: '1' });
  const sellers = Map.groupBy(records, (record) => textOf(record, 'member_code_partner'));
  return [...sellers].flatMap(([partner, ofSeller]) => {
    const products = ofSeller.flatMap(orderable);
    const self = textOf(ofSeller[0] ?? {}, 'member_code');
    return products.length === 0 ? [] : [{ pair: { self, partner }, products }];
  });
}

/** Returns the products of the first seller that has products. */
export async function someProducts(probe: Probe): Promise<SellersProducts> {
  const [first] = await productsBySeller(probe);
  return first ?? probe.cannotJudge('the caller has no product that can be ordered');
}

function orderable(record: Fields): readonly KnownProduct[] {
  return listOf(record, 'catalog')
    .filter(
      (line) =>
        line['item_deleted_code'] !== '1' &&
        line['view_active_code'] === '1' &&
        line['status_code'] === '0' &&
        line['sell_stop_active_code'] !== '1',
    )
    .map((line) => ({
      catalogId: textOf(line, 'catalog_id'),
      leadTime: textOf(line, 'lead_time'),
      orderTo: textOf(record, 'member_code_order_to'),
    }));
}
