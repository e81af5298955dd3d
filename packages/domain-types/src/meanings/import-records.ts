import {
  businessHolidayImport,
  deliveryPlaceImport,
  fcPriceImport,
  masterImport,
  memberImport,
  nonTradingDayImport,
  orderBlockImport,
  orderClosingImport,
  tradeImport,
} from '../import-records.js';
import {
  fcPriceDateBasisValues,
  fcPriceMethodValues,
  invoiceMemberValues,
  roundingValues,
  taxCalcValues,
} from './coded-values.js';
import { deliveryPlaceMeaning } from './list-records.js';
import { masterBody } from './master-record.js';
import { meaningOf } from './meaning-of.js';
import { always, coded, day, shaped, text } from './own-forms.js';
import {
  businessHolidayRecordMeaning,
  nonTradingDayRecordMeaning,
  orderBlockRecordMeaning,
  orderClosingRecordMeaning,
} from './setting-records.js';
import { tradeBody, tradeStored } from './trade-record.js';

export const memberImportMeaning = meaningOf(memberImport, {
  origin: 'stored',
  meaning: 'A member of the platform: a company or a store',
  ja: '会員：企業または店舗',
  fields: {
    member_code: always(text('Member code', '会員コード')),
    member_name: text('Member name', '会員名'),
    group_code: text('Own code: of the member, or of its department', '自社コード：会員またはその部署のコード'),
    group_name: text('Department name', '部署名'),
    member_group_code: text('Group division: filters can name it', 'グループ区分コード：絞り込み条件に指定できる'),
    head_office_member_code: text(
      'Head office member: the head office, which sees the member; "" if it has none',
      '本部会員コード：会員を参照できる本部。ない場合は""',
    ),
    fc_owner_member_code: text(
      'FC owner member: the FC owner, which sees the store; "" if it has none',
      'FC本部会員コード：加盟店を参照できるFC本部。ない場合は""',
    ),
    fc_owner_code: text('FC owner code', 'FC本部コード'),
    tax_calc_method: coded(
      'Tax method: how the member computes tax as a seller',
      '消費税計算方法：会員が売り手となる場合の消費税の計算方法',
      taxCalcValues,
    ),
    below_dec_point: coded('Rounding: of fractions of a yen', '端数処理区分：1円未満の端数の処理', roundingValues),
    invoice_member_kbn: coded(
      'Taxable business: whether the member pays consumption tax',
      '課税事業者区分：会員が消費税の課税事業者かどうか',
      invoiceMemberValues,
    ),
    invoice_reg_no: shaped(
      'Invoice registration number: as issuer of qualified invoices; "" if exempt',
      '適格請求書発行事業者登録番号：適格請求書発行事業者としての番号。免税事業者では""',
      {
        format: 'T and 13 digits',
        pattern: 'T[0-9]{13}',
      },
    ),
  },
  example: {
    member_code: '10015002',
    member_name: 'らーめん 一番星 池袋店',
    group_code: 'FC01',
    group_name: 'らーめん 一番星',
    member_group_code: 'F001',
    head_office_member_code: '10010001',
    fc_owner_member_code: '10010012',
    fc_owner_code: 'OW02',
    tax_calc_method: '1',
    below_dec_point: '0',
    invoice_member_kbn: '1',
    invoice_reg_no: 'T3010408225978',
  },
});

export const masterImportMeaning = meaningOf(masterImport, {
  origin: 'stored',
  meaning: 'A master record in a file',
  ja: 'マスタ取込データ',
  ...masterBody,
});

export const tradeImportMeaning = meaningOf(tradeImport, {
  origin: 'stored',
  meaning: "One side's view of a slip in a file, with fields for filters that no download delivers",
  ja: '取引取込データ',
  fields: { ...tradeBody.fields, ...tradeStored.fields },
  example: { ...tradeBody.example, ...tradeStored.example },
});

export const nonTradingDayImportMeaning = meaningOf(nonTradingDayImport, {
  ...nonTradingDayRecordMeaning,
  meaning: 'A buyer with its sellers and their non-trading days, in a file',
});

export const orderClosingImportMeaning = meaningOf(orderClosingImport, {
  ...orderClosingRecordMeaning,
  meaning: 'A buyer with its sellers and their order closing times, in a file',
});

export const businessHolidayImportMeaning = meaningOf(businessHolidayImport, {
  ...businessHolidayRecordMeaning,
  meaning: 'A seller with the days that do not count as lead time, in a file',
});

export const orderBlockImportMeaning = meaningOf(orderBlockImport, {
  ...orderBlockRecordMeaning,
  meaning: 'A buyer with its sellers and their order blocks, in a file',
});

export const fcPriceImportMeaning = meaningOf(fcPriceImport, {
  origin: 'stored',
  meaning: "A rule for the prices of an FC owner's stores; if several apply, the most specific one wins",
  ja: 'FC価格設定',
  fields: {
    fc_owner_member_code: always(text('FC owner member', 'FC本部会員コード')),
    member_code_store: text(
      'Store member code: "" for all stores of the FC owner',
      '加盟店会員コード：""はFC本部の全加盟店',
    ),
    catalog_id: text('Order-master ID: "" for all', 'マイカタログID：""はすべて'),
    food_cat_large_code: text(
      'Category code 1: food category, first level; "" for all; not together with catalog_id',
      '食品カテゴリ大分類コード：食品カテゴリの第1階層。""はすべて。catalog_idとは同時に指定できない',
    ),
    method: always(coded('Price method: how the price is found', '価格設定方法：価格の決め方', fcPriceMethodValues)),
    value: always(
      shaped(
        'Value: the price in yen (fixed), or the percentage from -100 on (rate)',
        '設定値：円単位の価格（固定）、または-100以上の百分率（率）',
        {
          format: 'a whole number (fixed), or a decimal with at most 4 decimals (rate)',
          pattern: '-?[0-9]{1,12}(?:\\.[0-9]{1,4})?',
        },
      ),
    ),
    rounding: coded(
      'Rounding: of fractions of a yen; "" rounds down',
      '端数処理区分：1円未満の端数の処理。""は切り捨て',
      roundingValues,
    ),
    valid_from: day(
      'Valid from: the first day of the rule; "" has no beginning',
      '適用開始日：ルールの適用を開始する日。""は開始日なし',
    ),
    valid_to: day(
      'Valid to: the last day of the rule, included; "" has no end',
      '適用終了日：ルールの適用を終了する日（この日を含む）。""は終了日なし',
    ),
    date_basis: coded(
      'Date basis: which date must lie in that period; "" is the order date',
      '基準日区分：期間の判定に使用する日付。""は発注日',
      fcPriceDateBasisValues,
    ),
  },
  example: {
    fc_owner_member_code: '10010012',
    member_code_store: '10015002',
    catalog_id: '',
    food_cat_large_code: '80',
    method: 'rate',
    value: '-1.25',
    rounding: '2',
    valid_from: '2026-10-21',
    valid_to: '2027-01-19',
    date_basis: 'delivery',
  },
});

export const deliveryPlaceImportMeaning = meaningOf(deliveryPlaceImport, {
  origin: 'stored',
  meaning: 'A delivery place of a member',
  ja: '納品場所取込データ',
  fields: { ...deliveryPlaceMeaning.fields, member_code: always(text('Member code', '会員コード')) },
  example: { ...deliveryPlaceMeaning.example, member_code: '10010001' },
});
