import {
  catalogStatus,
  lotPriceTax,
  type MasterImport,
  masterImport,
  priceChangeBasis,
  taxRateCode,
} from '@trading-platform/domain-types';
import type { LineFormat } from '../import/line-format.js';
import { removalFormat } from '../import/removal-format.js';
import { bodyIn } from '../record/body-of.js';
import { digestOf } from '../record/digest.js';
import { LineRefusal, refuseField } from '../record/line-refusal.js';
import { makeRecordRenderer } from '../record/record-renderer.js';
import { amount, date, dateTime, days, oneOf, zeroOrOne } from '../record/value-checks.js';
import type { BuyColumns, CatalogColumns, Product } from './product.js';
import { keyOf } from './product-key.js';

/** Fields that filters and rules read are checked. All others are free text. */
const render = makeRecordRenderer(masterImport, {
  lists: {
    buy: { checks: { update_date: dateTime } },
    catalog: {
      checks: {
        prod_lot_price: amount,
        approval_prod_lot_price: amount,
        price_change_st_date: date,
        price_change_st_date_code: oneOf(Object.values(priceChangeBasis)),
        prod_lot_with_tax_code: oneOf(Object.values(lotPriceTax)),
        tax_rate_code: oneOf(Object.values(taxRateCode)),
        status_code: oneOf(Object.values(catalogStatus)),
        share_flg: zeroOrOne,
        store_unshare_flg: zeroOrOne,
        view_active_code: zeroOrOne,
        sell_stop_active_code: zeroOrOne,
        item_deleted_code: zeroOrOne,
        lead_time: days,
        minimum_lot: amount,
        multiple_lot: amount,
        update_date: dateTime,
      },
    },
  },
});

/** How a `master` line becomes a product (Spec 2.4). */
export const masterFormat: LineFormat<Product> = {
  keyOf,
  read(record) {
    const body = bodyIn(render(record, ''));
    const line = record as MasterImport;
    if (line.member_code === '') throw refuseField('member_code', 'is missing');
    if (line.member_code_partner === '') throw refuseField('member_code_partner', 'is missing');
    return {
      memberCode: line.member_code,
      memberCodePartner: line.member_code_partner,
      itemId: itemOf(line),
      groupCode: line.group_code ?? '',
      customerCode: line.customer_code ?? '',
      memberCodeOrderTo: line.member_code_order_to ?? '',
      catalog: catalogColumns(line),
      buy: (line.buy ?? []).map(buyColumns),
      body,
      digest: digestOf(body),
    };
  },
};

/** How a line names a product that is to be removed. */
export const masterRemovalFormat = removalFormat(
  masterImport,
  ['member_code', 'member_code_partner'],
  (line: MasterImport) => [[line.member_code, line.member_code_partner, itemOf(line)]],
);

/** The item of a record: that of its first `buy` line, or without one of its first `catalog` line. */
function itemOf(line: Pick<MasterImport, 'buy' | 'catalog'>): string {
  const itemId = line.buy?.[0]?.item_id || line.catalog?.[0]?.item_id || '';
  if (itemId === '') throw new LineRefusal('buy[0].item_id or catalog[0].item_id: is missing');
  return itemId;
}

function catalogColumns(line: MasterImport): CatalogColumns[] {
  const seen = new Set<string>();
  return (line.catalog ?? []).map((catalog, index) => {
    const catalogId = catalog.catalog_id ?? '';
    if (catalogId !== '' && seen.has(catalogId)) {
      throw refuseField(`catalog[${index}].catalog_id`, 'stands twice in the record');
    }
    seen.add(catalogId);
    return {
      catalogId,
      foodCatLargeCode: catalog.food_cat_large_code ?? '',
      foodCatMiddleCode: catalog.food_cat_middle_code ?? '',
      foodCatSmallCode: catalog.food_cat_small_code ?? '',
      statusCode: catalog.status_code ?? '',
      shareFlg: catalog.share_flg ?? '',
      storeUnshareFlg: catalog.store_unshare_flg ?? '',
      viewActiveCode: catalog.view_active_code ?? '',
      sellStopActiveCode: catalog.sell_stop_active_code ?? '',
      itemDeletedCode: catalog.item_deleted_code ?? '',
      leadTime: catalog.lead_time ?? '',
      updateDate: catalog.update_date ?? '',
      privateItemCode: catalog.private_item_code ?? '',
    };
  });
}

function buyColumns(buy: NonNullable<MasterImport['buy']>[number]): BuyColumns {
  return { stockClass: buy.stock_class ?? '', updateDate: buy.update_date ?? '' };
}
