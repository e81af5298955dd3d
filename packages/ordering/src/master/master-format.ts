import {
  amountFields,
  type CatalogLine,
  catalogStatus,
  flag,
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
import { makeRecordRenderer, type RecordRenderer, type RecordRules } from '../record/record-renderer.js';
import { oddElements, type Relation, relationsOf } from '../record/relations.js';
import { amount, checksOf, date, dateTime, days, oneOf, zeroOrOne } from '../record/value-checks.js';
import type { BuyColumns, CatalogColumns, Product } from './product.js';
import { keyOf } from './product-key.js';

/** Prices, and the fields that filters and rules use, are checked. All other fields are free text. */
const rules = {
  lists: {
    buy: { checks: { update_date: dateTime } },
    catalog: {
      checks: {
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
} satisfies RecordRules;

const { checks: buyChecks } = rules.lists.buy;
const { checks: catalogChecks } = rules.lists.catalog;
const renderWithAmounts = makeRecordRenderer(masterImport, {
  lists: {
    buy: { checks: { ...buyChecks, ...checksOf(amountFields.buy, amount) } },
    catalog: { checks: { ...catalogChecks, ...checksOf(amountFields.catalog, amount) } },
  },
});

/** Converts a line of a `master` file to a product (Spec 2.4). */
export const masterFormat = masterFormatOf(renderWithAmounts);

/** Converts a line of old data, in which prices can be any text, to a product. */
export const masterAsTextFormat = masterFormatOf(makeRecordRenderer(masterImport, rules));

function masterFormatOf(render: RecordRenderer): LineFormat<Product> {
  return {
    keyOf,
    read: (record) => productOf(record, bodyIn(render(record, ''))),
    warn: ({ itemId }, record) => {
      const lines = (record as MasterImport).catalog ?? [];
      return [...oddElements(catalogRelations, lines, 'catalog'), ...strayItems(lines, itemId)];
    },
  };
}

const { warned } = relationsOf<CatalogLine>();

/** Returns a message for each order-master line whose item differs from the item of its record. */
function strayItems(lines: NonNullable<MasterImport['catalog']>, itemId: string): readonly string[] {
  return lines.flatMap(({ item_id }, index) =>
    (item_id || itemId) === itemId
      ? []
      : [`catalog[${index}].item_id: differs from ${itemId}, by which the product is known`],
  );
}

/** Rule "relations of an order-master line": finds values that do not fit together. */
const catalogRelations: readonly Relation[] = [
  warned('catalog_id', 'is empty, so the line cannot be ordered', (of) => of('catalog_id') === ''),
  warned('store_unshare_flg', 'is used only with share_flg 1', (of) => {
    return of('store_unshare_flg') === flag.on && of('share_flg') !== flag.on;
  }),
  warned('price_change_st_date', 'has no price that would hold from then on', (of) => {
    const prices = of('approval_prod_lot_price') + of('request_prod_lot_price');
    return of('price_change_st_date') !== '' && prices === '';
  }),
];

function productOf(record: unknown, body: Buffer): Product {
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
}

/** Reads, from a line, the key of the product that is to be removed. */
export const masterRemovalFormat = removalFormat(
  masterImport,
  ['member_code', 'member_code_partner'],
  (line: MasterImport) => [[line.member_code, line.member_code_partner, itemOf(line)]],
);

/** Returns the item of a record: the item of its first `buy` line or, without such a line, of its first `catalog` line. */
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
