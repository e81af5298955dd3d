import { maxElements, ownLimits } from '../limits.js';
import {
  partnerGroup,
  tradeDetail,
  tradeGetAnswer,
  tradeRecord,
  tradeRequest,
  tradeStoredCodes,
} from '../trade-record.js';
import { batchRecord, responseType } from './batch-control.js';
import {
  commentExistValues,
  invoiceMemberValues,
  itemCodeKindValues,
  modFlgValues,
  notDownloadedValues,
  perusalValues,
  resendFlgValues,
  roundingValues,
  slipKindValues,
  slipStatusValues,
  statusSetValues,
  targetDateValues,
  taxCalcValues,
  useAcSvcValues,
} from './coded-values.js';
import { answerEnvelope } from './envelope.js';
import type { FieldMeaning } from './field-meaning.js';
import { meaningOf } from './meaning-of.js';
import {
  always,
  asLoaded,
  coded,
  codes,
  day,
  dayTime,
  digits,
  flagged,
  type JapaneseOf,
  records,
  secondOfDay,
  shaped,
  signedAmount,
  text,
  valuesAmong,
} from './own-forms.js';
import { product } from './product-fields.js';

/** An amount of yen on the slip; the platform does not add amounts up. */
function yen<const Meaning extends string>(meaning: Meaning, ja: JapaneseOf<Meaning>): FieldMeaning {
  return asLoaded(signedAmount(meaning, ja));
}

/** A yes or no that the platform passes on. */
function loadedFlag<const Meaning extends string>(
  meaning: Meaning,
  ja: JapaneseOf<Meaning>,
  off: string,
  on: string,
): FieldMeaning {
  return asLoaded(flagged(meaning, ja, ['no', off], ['yes', on]));
}

export const partnerGroupMeaning = meaningOf(partnerGroup, {
  origin: 'stored',
  meaning: 'A group that the partner of the slip belongs to',
  ja: '取引先グループ：伝票の取引先が属するグループ',
  fields: {
    partner_group_code: text('Partner group code', '取引先グループコード'),
    partner_group_name: text('Partner group name', '取引先グループ名'),
  },
  example: { partner_group_code: 'S005', partner_group_name: '営業部' },
});

export const tradeDetailMeaning = meaningOf(tradeDetail, {
  origin: 'stored',
  meaning: 'One line of a slip: a product, its quantity and its amounts',
  ja: '取引伝票明細：商品、数量、金額',
  fields: {
    trade_prod_id: text('Slip line ID', '伝票明細ID'),
    item_id: product.item_id,
    item_name: product.item_name,
    item_spec: product.item_spec,
    item_number: product.item_number,
    item_unit_code: product.item_unit_code,
    prod_lot_qty: asLoaded(signedAmount('Quantity: counted in the order unit', '数量：発注単位での数量')),
    prod_unit_code: text(
      "Unit code: the platform's code of the order unit",
      '単位コード：発注単位のプラットフォームのコード',
    ),
    prod_lot_with_tax: loadedFlag(
      'Price with tax: whether the price includes tax',
      '単価税込フラグ：価格に消費税を含むかどうか',
      '税抜',
      '税込',
    ),
    tax_free_flg: loadedFlag(
      'Tax exempt: whether the line is tax exempt',
      '非課税フラグ：非課税の明細かどうか',
      '課税',
      '非課税',
    ),
    prod_remarks: text('Remark: on the line', '備考：明細の備考'),
    reduced_tax_rate_flg: loadedFlag(
      'Reduced tax rate: whether it applies',
      '軽減税率フラグ：適用されるかどうか',
      '標準税率',
      '軽減税率',
    ),
    mod_flg: flagged(
      'Changed: whether the line was changed',
      '変更フラグ：明細が変更されたかどうか',
      ['unchanged', '変更なし'],
      ['changed', '変更あり'],
    ),
    tax: yen(
      "Tax: of the line in yen; where tax is computed for the slip, the line's share of it",
      '消費税：明細の消費税（円）。伝票単位で計算する場合は明細への按分額',
    ),
    prod_lot_price: asLoaded(signedAmount('Unit price: yen for one order unit', '単価：発注単位あたりの価格（円）')),
    prod_price_tax_excluded: asLoaded(
      signedAmount('Price without tax: yen for one order unit', '税抜単価：発注単位あたりの価格（円）'),
    ),
    prod_lot_total: yen(
      'Amount: quantity times price in whole yen; includes the tax if the price does',
      '金額：数量×単価（円、整数）。単価が税込の場合は税込',
    ),
    prod_lot_total_tax_excluded: yen('Amount without tax: of the line in yen', '税抜金額：明細の金額（円）'),
    tax_rate: asLoaded(signedAmount('Tax rate: in percent', '税率：百分率')),
    my_catalog_id: text('Order-master ID: catalog_id of a master record', 'マイカタログID：マスタレコードのcatalog_id'),
    private_item_id: text("Own product code: the member's", '自社管理商品コード：会員が付けたコード'),
    small_code: text('Small category code: of the product', '小分類コード：商品の税率'),
    item_unit_name: product.item_unit_name,
    order_prod_lot_qty: asLoaded(signedAmount('Ordered quantity', '発注数量')),
    prod_private_unit_code: text(
      "Own unit code: the member's code of the order unit",
      '自社管理単位コード：発注単位の会員のコード',
    ),
    prod_unit_name: text('Unit: name of the order unit', '単位：発注単位の名称'),
    order_prod_unit_name: text(
      'Ordered unit: name of the order unit at the time of the order',
      '発注時単位：発注時の発注単位の名称',
    ),
    my_catalog_change_date: asLoaded(
      day(
        'Order master changed: day on which the order-master line was changed',
        'マイカタログ変更日：発注マスタの行が変更された日',
      ),
    ),
    fc_prod_lot_price: asLoaded(
      signedAmount('FC price: yen that the store pays to the FC owner', 'FC単価：加盟店がFC本部に支払う価格（円）'),
    ),
    fc_prod_price_tax_excluded: asLoaded(signedAmount('FC price without tax: in yen', 'FC税抜単価：円')),
    fc_prod_lot_total: yen('FC amount: quantity times FC price, in yen', 'FC金額：数量×FC単価（円）'),
    fc_lot_total_tax_excluded: yen('FC amount without tax: of the line in yen', 'FC税抜金額：明細の金額（円）'),
    prod_free_text_1: text('Line free text 1', '明細フリー項目1'),
    prod_free_text_2: text('Line free text 2', '明細フリー項目2'),
    order_member_name: text('Ordering member: name of the member that has ordered', '発注会員名：発注した会員の名称'),
    subject_code_1: text('Account code 1', '勘定科目コード1'),
    subject_name_1: text('Account name 1', '勘定科目名1'),
    subject_code_1a: text('Sub-account code 1', '補助科目コード1'),
    subject_name_1a: text('Sub-account name 1', '補助科目名1'),
    subject_code_2: text('Account code 2', '勘定科目コード2'),
    subject_name_2: text('Account name 2', '勘定科目名2'),
    subject_code_2a: text('Sub-account code 2', '補助科目コード2'),
    subject_name_2a: text('Sub-account name 2', '補助科目名2'),
    item_seller_name: text('Seller name: of the product', '商品販売元名：商品の税率'),
    prod_tax: yen('Goods tax: of the line, in yen', '商品消費税：明細の金額（円）'),
    prod_lot_sum: yen('Amount with tax: of the line in yen', '税込金額：明細の金額（円）'),
    fc_prod_lot_tax: yen('FC tax: of the line at the FC price, in yen', 'FC消費税：FC単価による明細の金額（円）'),
    fc_prod_tax: yen('FC goods tax: of the line at the FC price, in yen', 'FC商品消費税：FC単価による明細の金額（円）'),
    fc_prod_lot_sum: yen('FC amount with tax: of the line in yen', 'FC税込金額：明細の金額（円）'),
    user_defined_tax_rate_code: text(
      'Own tax rate: tax rate code that the member has defined',
      'ユーザー定義税率コード：会員が定めた税率のコード',
    ),
  },
  example: {
    trade_prod_id: '100000000286001',
    item_id: '0005000002',
    item_name: '山吹 ミックスチーズ',
    item_spec: '1kg',
    item_number: '1',
    item_unit_code: '04',
    prod_lot_qty: '4',
    prod_unit_code: '04',
    prod_lot_with_tax: '0',
    tax_free_flg: '0',
    prod_remarks: '冷凍',
    reduced_tax_rate_flg: '1',
    mod_flg: '0',
    tax: '406',
    prod_lot_price: '1270',
    prod_price_tax_excluded: '1270',
    prod_lot_total: '5080',
    prod_lot_total_tax_excluded: '5080',
    tax_rate: '8',
    my_catalog_id: '8140',
    private_item_id: '60202000002',
    small_code: '602020',
    item_unit_name: '袋',
    order_prod_lot_qty: '4',
    prod_private_unit_code: 'FK',
    prod_unit_name: '袋',
    order_prod_unit_name: '袋',
    my_catalog_change_date: '2025-03-31',
    fc_prod_lot_price: '1334',
    fc_prod_price_tax_excluded: '1334',
    fc_prod_lot_total: '5336',
    fc_lot_total_tax_excluded: '5336',
    prod_free_text_1: 'ランチ用',
    prod_free_text_2: '朝便',
    order_member_name: 'らーめん 一番星 池袋店',
    subject_code_1: '5110',
    subject_name_1: '食材仕入高',
    subject_code_1a: '6020',
    subject_name_1a: '乳製品',
    subject_code_2: '2120',
    subject_name_2: '買掛金',
    subject_code_2a: '0005',
    subject_name_2a: '株式会社北洋乳業',
    item_seller_name: '株式会社北洋乳業',
    prod_tax: '406',
    prod_lot_sum: '5486',
    fc_prod_lot_tax: '426',
    fc_prod_tax: '426',
    fc_prod_lot_sum: '5762',
    user_defined_tax_rate_code: '08R',
  },
});

const header = {
  fields: {
    trade_id: always(text('Slip ID: the same for both sides', '取引ID：双方に共通の値')),
    status_code: always(coded('Slip status', '取引状態', slipStatusValues)),
    status_day: day("Slip date: the day of the slip's status", '伝票日付：伝票のステータスの日付'),
    check_number: text('Slip number: for people to read', '伝票番号：人が読むための番号'),
    member_code_self: always(
      text(
        'Own member code: of the side that the record describes as "self"',
        '自社会員コード：レコードが自社（self）として示す側',
      ),
    ),
    order_day: day('Order day', '発注日'),
    hope_delivery_date: asLoaded(
      day('Wished delivery: the day on which the buyer would like delivery', '納品希望日：買い手が納品を希望する日'),
    ),
    delivery_date: day('Delivery day', '納品日'),
    delivery_place_name: text('Delivery place name', '納品場所名'),
    trade_id_from: text(
      'Source slip ID: the slip from which this one was made; "" if none',
      '元取引ID：元となった伝票。ない場合は""',
    ),
    send_date: day('Sent on', '送信日'),
    send_time: asLoaded(secondOfDay('Sent at', '送信時間')),
    seller_cancel_flg: loadedFlag(
      'Cancelled by seller: whether the seller has cancelled it',
      '売り手取消フラグ：売り手が取り消したかどうか',
      '取消なし',
      '取消あり',
    ),
    trade_comment: text('Slip comment', '取引コメント'),
    resend_flg: flagged(
      'Sent again: whether the slip was sent again',
      '再送信フラグ：伝票が再送信されたかどうか',
      ['not again', '再送信なし'],
      ['sent again', '再送信あり'],
    ),
    check_number_from: text(
      'Source slip number: of the slip of trade_id_from',
      '元伝票番号：trade_id_fromの伝票の番号',
    ),
    order_send_date: asLoaded(day('Order sent on', '発注送信日')),
    order_send_time: asLoaded(secondOfDay('Order sent at', '発注送信時間')),
    order_trade_comment: text('Order comment: of the buyer', '発注コメント：買い手のコメント'),
    group_code: text('Own code: of the own side, or of its department', '自社コード：自社側またはその部署のコード'),
    member_name_self: text('Own member name', '自社会員名'),
    fc_owner_name: text('FC owner name: of the store that has ordered', 'FC本部名：発注した加盟店のFC本部'),
    fc_owner_member_code: text('FC owner member', 'FC本部会員コード'),
    member_name_partner: text('Partner name', '取引先会員名'),
    customer_code: text(
      'Partner code: the code that the "self" side uses for the partner',
      '取引先コード：自社側が付けたコード',
    ),
    op_name_self: text('Person in charge: at the own side', '自社担当者名：自社側の担当者'),
    private_op_code: text(
      "Person code: the own side's code of the person in charge",
      '自社担当者コード：自社側が付けた担当者のコード',
    ),
    fc_owner_code: text('FC owner code', 'FC本部コード'),
    fc_direct_trade_flg: loadedFlag(
      'Direct FC trade: the contract says no more',
      'FC直接取引フラグ：仕様に詳細の記載なし',
      '直接取引でない',
      '直接取引',
    ),
    delivery_place_code: text(
      'Delivery place code: the place where the goods are delivered',
      '納品場所コード：商品が納品される場所',
    ),
    shipping_send_date: day('Shipment sent on', '出荷送信日'),
    shipping_send_time: asLoaded(secondOfDay('Shipment sent at', '出荷送信時間')),
    self_group_code: text('Own department code', '自社部署コード'),
  },
  example: {
    trade_id: '100000000286',
    status_code: '80',
    status_day: '2025-04-14',
    check_number: '250409-00286',
    member_code_self: '10015002',
    order_day: '2025-04-09',
    hope_delivery_date: '2025-04-14',
    delivery_date: '2025-04-14',
    delivery_place_name: 'らーめん 一番星 池袋店 厨房搬入口',
    trade_id_from: '100000000120',
    send_date: '2025-04-09',
    send_time: '14:02:40',
    seller_cancel_flg: '0',
    trade_comment: '裏口へ納品願います',
    resend_flg: '0',
    check_number_from: '250401-00120',
    order_send_date: '2025-04-09',
    order_send_time: '14:02:40',
    order_trade_comment: '早めの配送をお願いします',
    group_code: 'FC01',
    member_name_self: 'らーめん 一番星 池袋店',
    fc_owner_name: '有限会社松本商店（らーめん 一番星 オーナー）',
    fc_owner_member_code: '10010012',
    member_name_partner: '株式会社北洋乳業',
    customer_code: 'T00005',
    op_name_self: '山田',
    private_op_code: '5002',
    fc_owner_code: 'OW02',
    fc_direct_trade_flg: '1',
    delivery_place_code: '01',
    shipping_send_date: '2025-04-13',
    shipping_send_time: '07:21:35',
    self_group_code: 'FC01',
  },
} as const;

const amounts = {
  fields: {
    trade_subtotal: yen('Subtotal: sum of the lines in yen, without tax', '小計：明細の合計（円、税抜）'),
    trade_tax: yen('Tax: of the slip, in yen', '消費税：伝票の金額（円）'),
    trade_shipping: yen('Shipping cost: in yen', '送料：円'),
    trade_shipping_tax: yen('Shipping cost tax: in yen', '送料消費税：円'),
    prod_total_tax_excluded_total: yen('Goods without tax: sum of the goods in yen', '商品税抜合計：商品の合計（円）'),
    prod_tax_total: yen('Goods tax total: in yen', '商品消費税合計：円'),
    shipping_tax_excluded: yen('Shipping without tax: in yen', '税抜送料：円'),
    shipping_tax: yen('Shipping tax: of shipping_tax_excluded, in yen', '送料税額：shipping_tax_excludedの税額（円）'),
    trade_additional: yen('Other cost: in yen', 'その他金額：円'),
    trade_total: yen('Total: of the slip in yen, with tax', '総合計：伝票の合計（円、税込）'),
    tax_calc_method: asLoaded(
      coded('Tax method: how the seller computes tax', '消費税計算方法：売り手の消費税の計算方法', taxCalcValues),
    ),
    below_dec_point: asLoaded(
      coded(
        'Rounding: of fractions of a yen by the seller',
        '端数処理区分：売り手の1円未満の端数の処理',
        roundingValues,
      ),
    ),
    trade_subtotal_normal: yen(
      'Standard rate subtotal: sum of the lines in yen, without tax',
      '標準税率対象小計：明細の合計（円、税抜）',
    ),
    trade_tax_normal: yen('Standard rate tax: in yen', '標準税率消費税：円'),
    trade_subtotal_reduced: yen(
      'Reduced rate subtotal: sum of the lines in yen, without tax',
      '軽減税率対象小計：明細の合計（円、税抜）',
    ),
    trade_tax_reduced: yen('Reduced rate tax: in yen', '軽減税率消費税：円'),
    trade_tax_free_total: yen('Tax-exempt total: sum of the lines in yen', '非課税合計：明細の合計（円）'),
  },
  example: {
    trade_subtotal: '5080',
    trade_tax: '406',
    trade_shipping: '0',
    trade_shipping_tax: '0',
    prod_total_tax_excluded_total: '5080',
    prod_tax_total: '406',
    shipping_tax_excluded: '0',
    shipping_tax: '0',
    trade_additional: '0',
    trade_total: '5486',
    tax_calc_method: '0',
    below_dec_point: '2',
    trade_subtotal_normal: '0',
    trade_tax_normal: '0',
    trade_subtotal_reduced: '5080',
    trade_tax_reduced: '406',
    trade_tax_free_total: '0',
  },
} as const;

const fcAmounts = {
  fields: {
    fc_trade_subtotal: yen('FC subtotal: sum of the lines in yen, without tax', 'FC小計：明細の合計（円、税抜）'),
    fc_trade_tax: yen('FC tax: of the slip, in yen', 'FC消費税：伝票の金額（円）'),
    fc_shipping_tax: yen('FC shipping tax: in yen', 'FC送料消費税：円'),
    fc_prod_total_tax_excluded_total: yen(
      'FC goods without tax: sum of the goods in yen',
      'FC商品税抜合計：商品の合計（円）',
    ),
    fc_prod_tax_total: yen('FC goods tax: sum in yen', 'FC商品消費税合計：合計（円）'),
    fc_trade_total: yen('FC total: of the slip in yen, with tax', 'FC総合計：伝票の合計（円、税込）'),
    fc_trade_subtotal_normal: yen(
      'FC standard subtotal: sum of the lines at the standard rate in yen, without tax',
      'FC標準税率対象小計：標準税率の明細の合計（円、税抜）',
    ),
    fc_trade_tax_normal: yen('FC standard tax: at the standard rate, in yen', 'FC標準税率消費税：標準税率分（円）'),
    fc_trade_subtotal_reduced: yen(
      'FC reduced subtotal: sum of the lines at the reduced rate in yen, without tax',
      'FC軽減税率対象小計：軽減税率の明細の合計（円、税抜）',
    ),
    fc_trade_tax_reduced: yen('FC reduced tax: at the reduced rate, in yen', 'FC軽減税率消費税：軽減税率分（円）'),
    fc_trade_tax_free_total: yen('FC tax-exempt total: sum of the lines in yen', 'FC非課税合計：明細の合計（円）'),
  },
  example: {
    fc_trade_subtotal: '5336',
    fc_trade_tax: '426',
    fc_shipping_tax: '0',
    fc_prod_total_tax_excluded_total: '5336',
    fc_prod_tax_total: '426',
    fc_trade_total: '5762',
    fc_trade_subtotal_normal: '0',
    fc_trade_tax_normal: '0',
    fc_trade_subtotal_reduced: '5336',
    fc_trade_tax_reduced: '426',
    fc_trade_tax_free_total: '0',
  },
} as const;

const registrationNumber = { format: 'T and 13 digits', pattern: 'T[0-9]{13}' };

const invoice = {
  fields: {
    invoice_method_flg: loadedFlag(
      'Qualified invoice: whether the slip is a qualified invoice; the seller then has a registration number',
      'インボイス方式フラグ：適格請求書かどうか。該当する場合、売り手には登録番号がある',
      '対象外',
      'インボイス対応',
    ),
    invoice_reg_no: asLoaded(
      shaped(
        'Invoice registration number: of the seller as issuer of qualified invoices',
        '適格請求書発行事業者登録番号：適格請求書発行事業者としての売り手の番号',
        registrationNumber,
      ),
    ),
    invoice_member_kbn: asLoaded(
      coded(
        'Taxable business: whether the seller pays consumption tax',
        '課税事業者区分：売り手が消費税の課税事業者かどうか',
        invoiceMemberValues,
      ),
    ),
    tax_excluded_total_std_rate: yen(
      'Standard-rate net sum: without tax, in yen',
      '税抜合計（標準税率）：標準税率分（円）',
    ),
    tax_excluded_total_rds_rate: yen(
      'Reduced-rate net sum: without tax, in yen',
      '税抜合計（軽減税率）：軽減税率分（円）',
    ),
    tax_excluded_total_tax_free: yen('Tax-exempt sum: in yen', '税抜合計（非課税）：円'),
    tax_excluded_total: yen('Sum without tax: in yen', '税抜合計：円'),
    tax_total_std_rate: yen('Standard tax sum: in yen', '消費税合計（標準税率）：円'),
    tax_total_rds_rate: yen('Reduced tax sum: in yen', '消費税合計（軽減税率）：円'),
    tax_total: yen('Tax sum: in yen', '消費税合計：円'),
    total_std_rate: yen('Standard-rate sum: with tax, in yen', '税込合計（標準税率）：標準税率分（円）'),
    total_rds_rate: yen('Reduced-rate sum: with tax, in yen', '税込合計（軽減税率）：軽減税率分（円）'),
    fc_invoice_method_flg: loadedFlag(
      'FC qualified invoice: whether the slip is a qualified invoice between a store and its FC owner',
      'FCインボイス方式フラグ：加盟店とFC本部の間の適格請求書かどうか',
      '対象外',
      'インボイス対応',
    ),
    fc_invoice_reg_no: asLoaded(
      shaped(
        'FC registration number: of the FC owner as issuer of qualified invoices',
        'FC適格請求書発行事業者登録番号：適格請求書発行事業者としてのFC本部の番号',
        registrationNumber,
      ),
    ),
    fc_invoice_member_kbn: asLoaded(
      coded(
        'FC taxable business: whether the FC owner pays consumption tax',
        'FC課税事業者区分：FC本部が消費税の課税事業者かどうか',
        invoiceMemberValues,
      ),
    ),
    fc_tax_calc_method: asLoaded(
      coded(
        'FC tax method: how the FC owner computes tax',
        'FC消費税計算方法：FC本部の消費税の計算方法',
        taxCalcValues,
      ),
    ),
    fc_below_dec_point: asLoaded(
      coded(
        'FC rounding: of fractions of a yen by the FC owner',
        'FC端数処理区分：FC本部の1円未満の端数の処理',
        roundingValues,
      ),
    ),
    fc_tax_excluded_total_std_rate: yen(
      'FC standard-rate net sum: without tax, in yen',
      'FC税抜合計（標準税率）：標準税率分の合計（円）',
    ),
    fc_tax_excluded_total_rds_rate: yen(
      'FC reduced-rate net sum: without tax, in yen',
      'FC税抜合計（軽減税率）：軽減税率分の合計（円）',
    ),
    fc_tax_excluded_total_tax_free: yen('FC tax-exempt sum: in yen', 'FC税抜合計（非課税）：円'),
    fc_tax_excluded_total: yen('FC sum without tax: in yen', 'FC税抜合計：円'),
    fc_tax_total_std_rate: yen('FC standard tax sum: in yen', 'FC消費税合計（標準税率）：円'),
    fc_tax_total_rds_rate: yen('FC reduced tax sum: in yen', 'FC消費税合計（軽減税率）：円'),
    fc_tax_total: yen('FC tax sum: in yen', 'FC消費税合計：円'),
    fc_total_std_rate: yen('FC standard-rate sum: with tax, in yen', 'FC税込合計（標準税率）：標準税率分の合計（円）'),
    fc_total_rds_rate: yen('FC reduced-rate sum: with tax, in yen', 'FC税込合計（軽減税率）：軽減税率分の合計（円）'),
    user_date: text(
      'User date: a date that users set; the contract says no more, the platform passes it on',
      'ユーザー設定日付：ユーザーが設定する日付。仕様に詳細の記載なし。登録された値をそのまま返す',
    ),
  },
  example: {
    invoice_method_flg: '1',
    invoice_reg_no: 'T5010407473799',
    invoice_member_kbn: '1',
    tax_excluded_total_std_rate: '0',
    tax_excluded_total_rds_rate: '5080',
    tax_excluded_total_tax_free: '0',
    tax_excluded_total: '5080',
    tax_total_std_rate: '0',
    tax_total_rds_rate: '406',
    tax_total: '406',
    total_std_rate: '0',
    total_rds_rate: '5486',
    fc_invoice_method_flg: '1',
    fc_invoice_reg_no: 'T3010408196542',
    fc_invoice_member_kbn: '1',
    fc_tax_calc_method: '1',
    fc_below_dec_point: '0',
    fc_tax_excluded_total_std_rate: '0',
    fc_tax_excluded_total_rds_rate: '5336',
    fc_tax_excluded_total_tax_free: '0',
    fc_tax_excluded_total: '5336',
    fc_tax_total_std_rate: '0',
    fc_tax_total_rds_rate: '426',
    fc_tax_total: '426',
    fc_total_std_rate: '0',
    fc_total_rds_rate: '5762',
    user_date: '2025-04-30',
  },
} as const;

/** The fields of a slip that are also in files. */
export const tradeBody = {
  fields: {
    ...header.fields,
    ...amounts.fields,
    ...fcAmounts.fields,
    ...invoice.fields,
    partner_group_list: records(
      'Partner groups: groups that the partner belongs to',
      '取引先グループリスト：取引先が属するグループ',
      partnerGroupMeaning,
    ),
    detail_list: records('Slip lines', '明細リスト', tradeDetailMeaning),
  },
  example: { ...header.example, ...amounts.example, ...fcAmounts.example, ...invoice.example },
} as const;

/** The fields of a slip that files have and no download delivers. */
export const tradeStored = {
  fields: {
    member_code_partner: text('Partner member code', '取引先会員コード'),
    slip_kind: coded('Slip kind: "" counts as 1', '伝票区分：""は1とみなす', slipKindValues),
    use_ac_svc: coded(
      'Payment agency: whether it is used; "" counts as 2',
      '決済代行利用区分：利用の有無。""は2とみなす',
      valuesAmong(useAcSvcValues, tradeStoredCodes.use_ac_svc.values),
    ),
    perusal_flg: coded(
      'Confirmation: whether this side has confirmed the slip; "" counts as 1',
      '確認状態区分：この側が伝票を確認したかどうか。""は1とみなす',
      valuesAmong(perusalValues, tradeStoredCodes.perusal_flg.values),
    ),
    delivery_place_id: text("Delivery place ID: the platform's", '納品場所ID：プラットフォームが付けた値'),
    planned_shipping_day: day('Planned shipping day', '出荷予定日'),
    receipt_day: day('Receipt day', '受領日'),
    update_date: dayTime(
      'Changed at: when the slip was last changed; "" when it was loaded',
      '更新日時：伝票を最後に変更した日時。登録時のままの場合は""',
    ),
    version: digits(
      'Version: of the slip that the line changes; refused if another one is stored',
      'バージョン：行が変更する伝票のバージョン。登録済みのバージョンと異なる場合は拒否',
      {
        maxLength: ownLimits.versionDigits,
      },
    ),
  },
  example: {
    member_code_partner: '50000040',
    slip_kind: '1',
    use_ac_svc: '1',
    perusal_flg: '2',
    delivery_place_id: '1001500201',
    planned_shipping_day: '2025-04-13',
    receipt_day: '2025-04-14',
    update_date: '2025-04-14 14:02:40',
    version: '3',
  },
} as const;

export const tradeRecordMeaning = meaningOf(tradeRecord, {
  origin: 'stored',
  meaning: 'One side\'s view of a slip: that side is "self", the other one is the partner',
  ja: '取引伝票データ：片方の側から見た伝票。その側を自社（self）、もう一方を取引先とする',
  fields: { ...batchRecord.fields, ...tradeBody.fields },
  example: { ...batchRecord.example, ...tradeBody.example },
});

export const tradeRequestMeaning = meaningOf(tradeRequest, {
  origin: 'request',
  meaning: 'Asks for slips of a period; a slip must match all filters, but only one element of a list',
  ja: '取引データダウンロードリクエスト：期間の伝票を取得する。伝票はすべての条件に一致する必要があるが、リストはいずれか1要素への一致でよい',
  fields: {
    ...responseType.fields,
    target_date_set: coded(
      'Date kind: which date of a slip the period is about',
      '対象日付区分：期間の対象となる伝票の日付',
      targetDateValues,
    ),
    target_date_from: day('Period start: first day of the period', '対象日付（開始）：期間の開始日'),
    target_date_to: day(
      'Period end: last day of the period, included',
      '対象日付（終了）：期間の終了日（この日を含む）',
    ),
    status_set: coded(
      'Slip kind: if left out, 0, or all kinds if status_code is sent',
      '伝票区分：省略時は0。ただしstatus_code指定時は全区分',
      statusSetValues,
    ),
    status_code: codes('Slip statuses', '取引状態', {
      maxElements: maxElements.status_code,
      values: slipStatusValues,
    }),
    use_ac_svc: coded('Payment agency: whether it is used', '決済代行利用区分：利用の有無', useAcSvcValues),
    perusal_flg: coded(
      'Confirmation: whether the slips have been confirmed',
      '確認状態区分：伝票を確認済みかどうか',
      perusalValues,
    ),
    not_downloaded_flg: coded(
      "Download state: whether the caller's member has downloaded the slips with this client",
      '未ダウンロード区分：呼び出し元の会員がこのクライアントで伝票をダウンロード済みかどうか',
      notDownloadedValues,
    ),
    comment_exist: coded(
      'Comments: whether the slips have a comment of either side',
      'コメント有無区分：いずれかの側のコメントがあるかどうか',
      commentExistValues,
    ),
    mod_flg: coded('Changed lines: whether a line was changed', '変更区分：明細に変更があるかどうか', modFlgValues),
    resend_flg: coded(
      'Sent again: whether the slips were sent again',
      '再送信区分：再送信された伝票かどうか',
      resendFlgValues,
    ),
    item_code_kind: coded(
      'Product code kind: the code with which item_code is compared',
      '商品コード区分：item_codeと比較するコード',
      itemCodeKindValues,
    ),
    item_code: text(
      'Product code: only slips with a line of exactly this product; "" means all',
      '商品コード：この商品コードと完全に一致する明細のある伝票のみ。""はすべて',
    ),
    trade_id: codes('Slip IDs', '取引ID'),
    client_member_codes: codes('Partner member codes', '取引先会員コードリスト'),
    client_group_codes: codes('Partner group codes', '取引先グループコードリスト'),
    client_codes: codes(
      'Partner codes: the codes that the own side uses for its partners',
      '取引先コードリスト：自社側が付けたコード',
    ),
    delivery_place_id: codes('Delivery place IDs', '納品場所ID'),
    member_codes: codes(
      'Own member codes: if left out, all members that the caller may see',
      '自社会員コードリスト：省略時は呼び出し元が参照できるすべての会員',
    ),
    member_group_codes: codes('Own group divisions', '自社グループ区分コードリスト'),
    group_codes: codes(
      'Own codes: own codes and department codes of own members',
      '自社コード・部署コードリスト：自社の会員の自社コードと部署コード',
    ),
    fc_owner_group_codes: codes('FC owner codes', 'FC本部コードリスト'),
    fc_owner_member_codes: codes(
      'FC owner members: member codes of FC owners',
      'FC本部会員コードリスト：FC本部の会員コード',
    ),
  },
  example: {
    ...responseType.example,
    target_date_set: '5',
    target_date_from: '2025-04-01',
    target_date_to: '2025-04-14',
    status_set: '0',
    status_code: ['80'],
    use_ac_svc: '1',
    perusal_flg: '2',
    not_downloaded_flg: '1',
    comment_exist: '0',
    mod_flg: '2',
    resend_flg: '2',
    item_code_kind: '0',
    item_code: '0005000002',
    trade_id: ['100000000286'],
    client_member_codes: ['50000040'],
    client_group_codes: ['S005'],
    client_codes: ['T00005'],
    delivery_place_id: ['1001500201'],
    member_codes: ['10015002'],
    member_group_codes: ['F001'],
    group_codes: ['FC01'],
    fc_owner_group_codes: ['OW02'],
    fc_owner_member_codes: ['10010012'],
  },
  shown: ['target_date_set', 'target_date_from', 'target_date_to', 'not_downloaded_flg'],
});

export const tradeGetAnswerMeaning = meaningOf(tradeGetAnswer, {
  origin: 'answer',
  meaning: 'A range of slips',
  ja: '取引データ取得レスポンス：指定範囲の伝票',
  fields: {
    ...answerEnvelope.fields,
    trade: records(
      'Slips: the records seq_from to seq_to',
      '取引伝票リスト：seq_fromからseq_toまでのレコード',
      tradeRecordMeaning,
    ),
  },
  example: answerEnvelope.example,
});
