import { flag } from '../coded-values.js';
import { buyLine, catalogLine, masterGetAnswer, masterRecord, masterRequest } from '../master-record.js';
import { stockSubNumbers } from '../numbered-fields.js';
import { batchRecord, responseType } from './batch-control.js';
import {
  catalogStatusValues,
  existMcValues,
  lotPriceTaxValues,
  priceChangeBasisValues,
  prodKindValues,
  sellStopValues,
  shareItemValues,
  taxRateValues,
  withoutHiddenValues,
} from './coded-values.js';
import { answerEnvelope } from './envelope.js';
import type { FieldMeaning } from './field-meaning.js';
import { meaningOf } from './meaning-of.js';
import {
  always,
  amount,
  asLoaded,
  coded,
  codes,
  day,
  dayCount,
  dayTime,
  flagged,
  records,
  reworded,
  text,
} from './own-forms.js';
import { product } from './product-fields.js';

type Numbered<Prefix extends string, Value> = Readonly<Record<`${Prefix}${(typeof stockSubNumbers)[number]}`, Value>>;

/** The thirty fields of one `stock_sub_*` family. */
function numbered<const Prefix extends string>(
  prefix: Prefix,
  meaning: (number: number) => FieldMeaning,
): Numbered<Prefix, FieldMeaning> {
  return family(prefix, meaning);
}

/** The first values of one `stock_sub_*` family; the others are empty. */
function firstOf<const Prefix extends string>(prefix: Prefix, ...values: readonly string[]): Numbered<Prefix, string> {
  return family(prefix, (number) => values[number - 1] ?? '');
}

function family<Prefix extends string, Value>(prefix: Prefix, value: (number: number) => Value) {
  const entries = stockSubNumbers.map((number) => [`${prefix}${number}`, value(number)]);
  return Object.fromEntries(entries) as Numbered<Prefix, Value>;
}

export const buyLineMeaning = meaningOf(buyLine, {
  origin: 'stored',
  meaning: 'A product as the member keeps it for itself',
  ja: '自社商品マスタ：会員が自社で管理する商品',
  fields: {
    ...product,
    subject_code: text(
      'Account code: the account for bookings of the product',
      '勘定科目コード：商品の計上に使用する勘定科目',
    ),
    small_name: text('Account name', '勘定科目名'),
    auxiliary_subject_code: text('Sub-account code', '補助科目コード'),
    auxiliary_small_name: text('Sub-account name', '補助科目名'),
    correspond_subject_code: text(
      'Offsetting account code: such as accounts payable',
      '相手勘定科目コード：買掛金など',
    ),
    correspond_small_name: text('Offsetting account name', '相手勘定科目名'),
    correspond_auxiliary_subject_code: text('Offsetting sub-account code', '相手補助科目コード'),
    correspond_auxiliary_small_name: text('Offsetting sub-account name', '相手補助科目名'),
    free_txt_item1: text(
      "Free text 1: the member's own text about the product",
      'フリー項目1：会員が商品に付けた自由記入欄',
    ),
    free_txt_item2: text(
      "Free text 2: the member's own text about the product",
      'フリー項目2：会員が商品に付けた自由記入欄',
    ),
    stock_class: asLoaded(
      coded('Stock kind: how the member obtains the product', '在庫区分：会員が商品を調達する方法', [
        { value: '1', meaning: 'purchased', ja: '仕入商品' },
        { value: '2', meaning: 'processed by the member itself', ja: '自社加工品' },
      ]),
    ),
    stock_price: asLoaded(amount('Stock price: in yen', '在庫単価：円')),
    stock_unit_code: text(
      "Stock unit code: the platform's code of the unit in which stock is counted",
      '在庫単位コード：在庫を数える単位のプラットフォームのコード',
    ),
    private_stock_unit_code: text(
      "Own stock unit: the member's code of the stock unit",
      '自社管理在庫単位コード：在庫単位の会員のコード',
    ),
    stock_unit: text('Stock unit: the unit in which stock is counted', '在庫単位：在庫を数える単位'),
    default_unit_code: text("Default unit code: the platform's", '既定単位コード：プラットフォームが付けた値'),
    private_default_unit_code: text(
      "Own default unit: the member's code of the default unit",
      '自社管理既定単位コード：既定単位の会員のコード',
    ),
    default_unit: text('Default unit', '既定単位'),
    stock_qty_base: asLoaded(
      amount(
        'Base quantity: quantity of the base unit in the conversion of stock units',
        '在庫換算数量（基本）：在庫単位の換算における基本単位の数量',
      ),
    ),
    ...numbered('stock_sub_qty', (number) =>
      asLoaded(
        amount(
          `Quantity ${number}: of stock unit ${number} in the conversion of stock units`,
          `在庫換算数量${number}：在庫単位の換算における在庫単位${number}の数量`,
        ),
      ),
    ),
    stock_unit_base: text(
      'Base unit: base unit in the conversion of stock units',
      '在庫換算単位（基本）：在庫単位の換算における基本単位',
    ),
    ...numbered('stock_sub_unit', (number) => text(`Stock unit ${number}`, `在庫換算単位${number}`)),
    stock_unit_code_base: text(
      "Base unit code: the platform's",
      '在庫換算単位コード（基本）：プラットフォームが付けた値',
    ),
    ...numbered('stock_sub_unit_code', (number) =>
      text(
        `Unit code ${number}: the platform's code of stock unit ${number}`,
        `在庫換算単位コード${number}：在庫単位${number}のプラットフォームのコード`,
      ),
    ),
    private_stock_unit_code_base: text(
      "Own base unit: the member's code of the base unit",
      '自社管理在庫換算単位コード（基本）：基本単位の会員のコード',
    ),
    ...numbered('private_stock_sub_unit_code', (number) =>
      text(
        `Own unit ${number}: the member's code of stock unit ${number}`,
        `自社管理在庫換算単位コード${number}：在庫単位${number}の会員のコード`,
      ),
    ),
    create_date: asLoaded(
      dayTime(
        'Registered at: when the member added the product to its own product master',
        '登録日時：会員が商品を自社商品マスタに登録した日時',
      ),
    ),
    update_date: dayTime(
      'Changed at: when the line was last changed; buy_upd_date_from and buy_upd_date_to ask for it',
      '更新日時：行を最後に変更した日時。buy_upd_date_fromとbuy_upd_date_toで絞り込める',
    ),
  },
  example: {
    item_id: '0005000000',
    private_item_code: '60101000000',
    item_name: '国産 温泉卵',
    item_spec: '10個×6',
    item_number: '60',
    item_unit_code: '06',
    number_private_unit_code: 'CS',
    item_unit_name: 'ケース',
    subject_code: '5110',
    small_name: '食材仕入高',
    auxiliary_subject_code: '6010',
    auxiliary_small_name: '鶏卵',
    correspond_subject_code: '2120',
    correspond_small_name: '買掛金',
    correspond_auxiliary_subject_code: '0005',
    correspond_auxiliary_small_name: '株式会社北洋乳業',
    free_txt_item1: '要冷蔵',
    free_txt_item2: '開封後はお早めに',
    stock_class: '1',
    stock_price: '17',
    stock_unit_code: '06',
    private_stock_unit_code: 'CS',
    stock_unit: 'ケース',
    default_unit_code: '06',
    private_default_unit_code: 'CS',
    default_unit: 'ケース',
    stock_qty_base: '1',
    ...firstOf('stock_sub_qty', '60', '2'),
    stock_unit_base: 'ケース',
    ...firstOf('stock_sub_unit', '個', 'パック'),
    stock_unit_code_base: '06',
    ...firstOf('stock_sub_unit_code', '02', '07'),
    private_stock_unit_code_base: 'CS',
    ...firstOf('private_stock_sub_unit_code', 'KO', 'PC'),
    create_date: '2026-07-06 10:33:29',
    update_date: '2026-11-13 17:21:37',
  },
});

/** The three levels of the food category, in a record and as a filter. */
const foodCategory = {
  food_cat_large_code: text(
    'Category code 1: food category, first level',
    '食品カテゴリ大分類コード：食品カテゴリの第1階層',
  ),
  food_cat_middle_code: text(
    'Category code 2: food category, second level',
    '食品カテゴリ中分類コード：食品カテゴリの第2階層',
  ),
  food_cat_small_code: text(
    'Category code 3: food category, third level',
    '食品カテゴリ小分類コード：食品カテゴリの第3階層',
  ),
};

export const catalogLineMeaning = meaningOf(catalogLine, {
  origin: 'stored',
  meaning: 'A product as it can be ordered: a line of the order master',
  ja: '発注マスタ：発注マスタの行',
  fields: {
    ...product,
    catalog_id: text(
      'Order-master ID: the line by which a product is ordered and asked about',
      'マイカタログID：商品の発注と照会に使用する行',
    ),
    prod_lot_price: asLoaded(amount('Unit price: yen for one order unit', '単価：発注単位あたりの価格（円）')),
    prod_lot_price_old: asLoaded(
      amount('Former unit price: yen before the last change', '変更前単価：前回の変更前の価格（円）'),
    ),
    prod_unit_code: text("Order unit code: the platform's", '発注単位コード：プラットフォームが付けた値'),
    private_unit_code: text(
      "Own order unit: the member's code of the order unit",
      '自社管理発注単位コード：発注単位の会員のコード',
    ),
    prod_unit_name: text('Order unit', '発注単位'),
    share_flg: flagged(
      'Shared with stores: whether the stores of the member can order the line too',
      '店舗共有フラグ：会員の店舗もこの行を発注できるかどうか',
      ['not shared', '共有しない'],
      ['shared', '共有する'],
    ),
    ...foodCategory,
    food_cat_large_name: text(
      'Category name 1: food category, first level',
      '食品カテゴリ大分類名：食品カテゴリの第1階層',
    ),
    food_cat_middle_name: text(
      'Category name 2: food category, second level',
      '食品カテゴリ中分類名：食品カテゴリの第2階層',
    ),
    food_cat_small_name: text(
      'Category name 3: food category, third level',
      '食品カテゴリ小分類名：食品カテゴリの第3階層',
    ),
    price_change_date: asLoaded(day('Price changed on', '単価変更日')),
    item_wholesale_with_taxfree: text(
      'Wholesale tax exemption: the contract says no more, the platform passes it on',
      '卸売非課税区分：仕様に詳細の記載なし。登録された値をそのまま返す',
    ),
    status_code: coded(
      'Application state: the state of the registration or price change of the line',
      '申請状態コード：行の登録または価格変更の申請状態',
      catalogStatusValues,
    ),
    view_active_code: flagged(
      'Visibility: whether the line is shown',
      '表示区分：行を表示するかどうか',
      ['hidden', '非表示'],
      ['shown', '表示'],
    ),
    sell_stop_active_code: flagged(
      'Sale stopped: whether the line is no longer sold',
      '販売中止区分：行の販売を終了したかどうか',
      ['on sale', '販売中'],
      ['no longer sold', '販売中止'],
    ),
    sell_stop_planned_date: asLoaded(
      day(
        'Planned sale stop: the day on which the seller plans to stop selling; it stops no order by itself',
        '販売中止予定日：売り手が販売中止を予定する日。この項目だけでは発注は停止しない',
      ),
    ),
    price_change_st_date: day(
      'New price from: the first day of approval_prod_lot_price',
      '単価変更開始日：approval_prod_lot_priceの適用を開始する日',
    ),
    price_change_st_date_code: coded(
      'New price date: which date decides whether the new price is valid',
      '単価変更開始日区分：新価格の適用を判定する日付',
      priceChangeBasisValues,
    ),
    request_prod_lot_price: asLoaded(amount('Requested price: in yen', '申請単価：円')),
    request_prod_unit_name: text('Requested order unit', '申請発注単位'),
    request_prod_unit_code: text('Requested unit code', '申請発注単位コード'),
    prod_lot_with_tax_code: coded(
      'Price with tax: whether the price includes tax',
      '単価税区分：価格に消費税を含むかどうか',
      lotPriceTaxValues,
    ),
    approval_prod_lot_price: asLoaded(
      amount('Approved price: in yen, valid from price_change_st_date', '承認単価：円。price_change_st_dateから有効'),
    ),
    approval_prod_unit_name: text('Approved order unit', '承認発注単位'),
    approval_prod_unit_code: text('Approved unit code', '承認発注単位コード'),
    lead_time: dayCount(
      'Lead time: counted days from order to delivery; "" counts as 0',
      'リードタイム：発注から納品までの加算日数。""は0とみなす',
    ),
    start_date_real: asLoaded(
      day(
        'Trading from: planned first day of use; it stops no order by itself',
        '取引開始日：使用開始の予定日。この項目だけでは発注は停止しない',
      ),
    ),
    minimum_lot: amount('Minimum quantity: of an order', '最低発注数：発注の最低数量'),
    multiple_lot: amount(
      "Order multiple: an order's quantity must be a multiple of it",
      '発注ロット（倍数）：発注数量はこの値の倍数とする',
    ),
    item_deleted_code: flagged(
      'Deleted: whether the line is deleted',
      '商品削除区分：行が削除されているかどうか',
      ['not deleted', '未削除'],
      ['deleted', '削除済み'],
    ),
    tax_rate_code: coded('Tax rate: of the product', '税率区分：商品の税率', taxRateValues),
    create_date: asLoaded(dayTime('Registered at', '登録日時')),
    update_date: dayTime(
      'Changed at: when the line was last changed; mc_upd_date_from and mc_upd_date_to ask for it',
      '更新日時：行を最後に変更した日時。mc_upd_date_fromとmc_upd_date_toで絞り込める',
    ),
    share_create_date: asLoaded(
      dayTime(
        'First shared at: when the line was first shared with stores',
        '店舗共有登録日時：行を初めて店舗に共有した日時',
      ),
    ),
    share_update_date: asLoaded(
      dayTime(
        'Sharing changed at: when the sharing with stores was last changed',
        '店舗共有更新日時：店舗への共有を最後に変更した日時',
      ),
    ),
    sell_stop_code: text(
      'Sale stop code: a second code; for orders, only sell_stop_active_code matters',
      '販売中止コード：補助のコード。発注の可否はsell_stop_active_codeによる',
    ),
    store_unshare_flg: flagged(
      'Sharing withdrawn: whether a shared line was withdrawn from the stores',
      '店舗共有解除フラグ：共有した行を店舗から取り下げたかどうか',
      ['stores keep it', '解除しない'],
      ['stores cannot order it', '解除する'],
    ),
  },
  example: {
    catalog_id: '1080',
    item_id: '0005000000',
    item_name: '国産 温泉卵',
    item_spec: '10個×6',
    item_number: '60',
    item_unit_code: '06',
    number_private_unit_code: 'CS',
    item_unit_name: 'ケース',
    prod_lot_price: '1010',
    prod_lot_price_old: '970',
    prod_unit_code: '06',
    private_unit_code: 'CS',
    prod_unit_name: 'ケース',
    share_flg: flag.on,
    food_cat_large_code: '60',
    food_cat_large_name: '卵・乳・豆腐',
    food_cat_middle_code: '6010',
    food_cat_middle_name: '鶏卵',
    food_cat_small_code: '601010',
    food_cat_small_name: '鶏卵',
    price_change_date: '2026-11-13',
    item_wholesale_with_taxfree: '',
    status_code: '0',
    view_active_code: flag.on,
    sell_stop_active_code: flag.off,
    sell_stop_planned_date: '2027-09-30',
    price_change_st_date: '2026-12-01',
    price_change_st_date_code: '0',
    request_prod_lot_price: '1070',
    request_prod_unit_name: 'ケース',
    request_prod_unit_code: '06',
    prod_lot_with_tax_code: '0',
    approval_prod_lot_price: '1070',
    approval_prod_unit_name: 'ケース',
    approval_prod_unit_code: '06',
    lead_time: '1',
    private_item_code: '60101000000',
    start_date_real: '2026-07-07',
    minimum_lot: '10',
    multiple_lot: '1',
    item_deleted_code: flag.off,
    tax_rate_code: '1',
    create_date: '2026-07-06 08:25:06',
    update_date: '2026-11-13 10:45:16',
    share_create_date: '2026-07-06 19:03:40',
    share_update_date: '2026-11-13 10:36:15',
    sell_stop_code: flag.off,
    store_unshare_flg: flag.off,
  },
});

/** The fields of a master record that files have too. */
export const masterBody = {
  fields: {
    member_code: always(
      text('Own member code: the buyer that the record is about', '自社会員コード：レコードの対象となる買い手'),
    ),
    group_code: text('Own code: of the own member, or of its department', '自社コード：自社またはその部署のコード'),
    member_name: text('Own member name', '自社会員名'),
    op_name: text('Person in charge: at the own member', '自社担当者名：自社の担当者'),
    private_op_code: text(
      "Person code: the own member's code of the person in charge",
      '自社担当者コード：自社が付けた担当者のコード',
    ),
    member_code_partner: always(
      text('Partner member code: the seller of the product', '取引先会員コード：商品の売り手'),
    ),
    customer_code: text('Partner code: given by the own member', '取引先コード：自社が付けたコード'),
    member_name_partner: text('Partner name', '取引先会員名'),
    member_code_order_to: text(
      'Destination member code: the member that receives the orders',
      '発注先会員コード：発注を受け取る会員',
    ),
    order_code_to: text('Destination code: of the order destination', '発注先コード：発注先のコード'),
    order_name_to: text('Destination name: of the order destination', '発注先名：発注先のコード'),
    order_name_kana_to: text(
      'Destination in katakana: name of the order destination',
      '発注先名（カナ）：発注先の名称',
    ),
    buy: records(
      'Own products: the product in the own product master, usually one line',
      '自社商品マスタリスト：自社商品マスタにある商品（通常は1行）',
      buyLineMeaning,
    ),
    catalog: records(
      'Order master: the product in the order master, usually one line',
      '発注マスタリスト：発注マスタにある商品（通常は1行）',
      catalogLineMeaning,
    ),
  },
  example: {
    member_code: '10010001',
    group_code: 'HQ01',
    member_name: '株式会社さくらフードサービス 本部',
    op_name: '鈴木',
    private_op_code: '0085',
    member_code_partner: '50000040',
    customer_code: 'T00005',
    member_name_partner: '株式会社北洋乳業',
    member_code_order_to: '50000041',
    order_code_to: '0201',
    order_name_to: '北洋乳業 東京センター',
    order_name_kana_to: 'ホクヨウニュウギョウ トウキョウセンター',
  },
};

export const masterRecordMeaning = meaningOf(masterRecord, {
  origin: 'stored',
  meaning: 'One product that one member buys from one partner',
  ja: 'マスタデータ：自社の会員1件・取引先1件・商品1件の組',
  fields: { ...batchRecord.fields, ...masterBody.fields },
  example: { ...batchRecord.example, ...masterBody.example },
});

/** Filters on catalog lines, also for the order master list. */
export const catalogFilters = {
  fields: {
    food_cat_large_code: reworded(
      foodCategory.food_cat_large_code,
      'Category code 1: only lines of this food category, first level',
      '食品カテゴリ大分類コード：食品カテゴリの第1階層が一致する行のみ',
    ),
    food_cat_middle_code: reworded(
      foodCategory.food_cat_middle_code,
      'Category code 2: only lines of this food category, second level',
      '食品カテゴリ中分類コード：食品カテゴリの第2階層が一致する行のみ',
    ),
    food_cat_small_code: reworded(
      foodCategory.food_cat_small_code,
      'Category code 3: only lines of this food category, third level',
      '食品カテゴリ小分類コード：食品カテゴリの第3階層が一致する行のみ',
    ),
    sell_stop: coded(
      'Stopped sales: whether lines that are no longer sold are wanted',
      '販売中止区分：販売を終了した行を含めるかどうか',
      sellStopValues,
    ),
    mc_upd_date_from: dayTime(
      'Order master from: only order-master lines that were changed then or later',
      '発注マスタ更新日時（開始）：指定日時以降に変更された発注マスタの行のみ',
    ),
    mc_upd_date_to: dayTime(
      'Order master to: only order-master lines that were changed then or earlier',
      '発注マスタ更新日時（終了）：指定日時以前に変更された発注マスタの行のみ',
    ),
  },
  example: {
    food_cat_large_code: '60',
    food_cat_middle_code: '6010',
    food_cat_small_code: '601010',
    sell_stop: '1',
    mc_upd_date_from: '2026-11-01 00:00:00',
    mc_upd_date_to: '2026-11-30 23:59:59',
  },
};

export const masterRequestMeaning = meaningOf(masterRequest, {
  origin: 'request',
  meaning: 'Asks for products; a product must match all filters, but only one element of a list',
  ja: 'マスタダウンロードリクエスト：商品を取得する。商品はすべての条件に一致する必要があるが、リストはいずれか1要素への一致でよい',
  fields: {
    ...responseType.fields,
    ...catalogFilters.fields,
    exist_mc: coded(
      'Order master only: whether only products of the order master are wanted',
      '発注マスタ存在区分：発注マスタの商品のみとするかどうか',
      existMcValues,
    ),
    prod_kind: coded('Product kind', '商品区分', prodKindValues),
    without_hidden: coded(
      'Hidden lines: whether they are wanted',
      '非表示除外区分：非表示の行を含めるかどうか',
      withoutHiddenValues,
    ),
    share_item: coded(
      'Shared lines: whether lines shared with stores are wanted',
      '店舗共有商品区分：店舗に共有された行を含めるかどうか',
      shareItemValues,
    ),
    buy_upd_date_from: dayTime(
      'Own products from: only own products that were changed then or later',
      '自社商品マスタ更新日時（開始）：指定日時以降に変更された自社商品のみ',
    ),
    buy_upd_date_to: dayTime(
      'Own products to: only own products that were changed then or earlier',
      '自社商品マスタ更新日時（終了）：指定日時以前に変更された自社商品のみ',
    ),
    member_code_list: codes('Own member codes', '自社会員コードリスト'),
    member_group_code_list: codes('Own group divisions', '自社グループ区分コードリスト'),
    group_code_list: codes(
      'Own codes: own codes and department codes of own members',
      '自社コード・部署コードリスト：自社の会員の自社コードと部署コード',
    ),
    client_member_code_list: codes('Partner member codes', '取引先会員コードリスト'),
    client_group_code_list: codes('Partner group divisions', '取引先グループコードリスト'),
    client_code_list: codes('Partner codes: given by own members', '取引先コードリスト：自社の会員が付けたコード'),
    fc_owner_member_code_list: codes(
      'FC owner members: member codes of the FC owners of own members',
      'FC本部会員コードリスト：自社の会員のFC本部の会員コード',
    ),
    fc_owner_code_list: codes(
      'FC owner codes: of the FC owners of own members',
      'FC本部コードリスト：自社の会員のFC本部のコード',
    ),
  },
  example: {
    ...responseType.example,
    ...catalogFilters.example,
    exist_mc: '1',
    prod_kind: '1',
    without_hidden: '1',
    share_item: '1',
    buy_upd_date_from: '2026-11-01 00:00:00',
    buy_upd_date_to: '2026-11-30 23:59:59',
    member_code_list: ['10010001'],
    member_group_code_list: ['G001'],
    group_code_list: ['HQ01'],
    client_member_code_list: ['50000040'],
    client_group_code_list: ['S005'],
    client_code_list: ['T00005'],
    fc_owner_member_code_list: ['10010012'],
    fc_owner_code_list: ['OW02'],
  },
  shown: ['exist_mc', 'member_group_code_list'],
});

export const masterGetAnswerMeaning = meaningOf(masterGetAnswer, {
  origin: 'answer',
  meaning: 'A range of master records',
  ja: 'マスタ取得レスポンス：指定範囲のマスタレコード',
  fields: {
    ...answerEnvelope.fields,
    master: records(
      'Records: seq_from to seq_to',
      'マスタデータリスト：seq_fromからseq_toまでのレコード',
      masterRecordMeaning,
    ),
  },
  example: answerEnvelope.example,
});
