import { findAnswer, foundOrder, foundProduct, foundSlip } from '../find-records.js';
import { answerEnvelope } from './envelope.js';
import { listedOrderMeaning, partnerMeaning } from './list-records.js';
import { catalogLineMeaning } from './master-record.js';
import { meaningOf, pick } from './meaning-of.js';
import { ownBatchMeaning } from './own-batches.js';
import { always, flagged, records, text } from './own-forms.js';
import { tradeBody } from './trade-record.js';

const partner = { member_code_partner: '50000040', member_name_partner: '株式会社北洋乳業' };

export const foundSlipMeaning = meaningOf(foundSlip, {
  origin: 'stored',
  meaning: 'A slip that was found, as one side sees it',
  ja: '検索された取引伝票：片方の側から見た伝票',
  fields: {
    ...pick(
      tradeBody.fields,
      'trade_id',
      'check_number',
      'status_code',
      'member_code_self',
      'member_name_partner',
      'order_day',
      'trade_total',
    ),
    ...pick(listedOrderMeaning.fields, 'upload_no', 'member_code_partner'),
  },
  example: {
    ...pick(
      tradeBody.example,
      'trade_id',
      'check_number',
      'status_code',
      'member_code_self',
      'member_name_partner',
      'order_day',
      'trade_total',
    ),
    ...pick(listedOrderMeaning.example, 'upload_no', 'member_code_partner'),
  },
});

export const foundOrderMeaning = meaningOf(foundOrder, {
  origin: 'stored',
  meaning: "An order that the caller's member has uploaded; it stays known when its slip has been moved to an archive",
  ja: '検索された発注：呼び出し元の会員がアップロードした発注。伝票がアーカイブに移された後も検索できる',
  fields: {
    ...pick(listedOrderMeaning.fields, 'upload_no'),
    ...pick(tradeBody.fields, 'trade_id', 'check_number', 'member_code_self'),
  },
  example: {
    ...pick(listedOrderMeaning.example, 'upload_no'),
    ...pick(tradeBody.example, 'trade_id', 'check_number', 'member_code_self'),
  },
});

export const foundProductMeaning = meaningOf(foundProduct, {
  origin: 'stored',
  meaning: "A product of the caller's own master that was found",
  ja: '検索された商品：呼び出し元の発注マスタの商品',
  fields: {
    member_code_partner: always(text('Partner member code: the seller', '取引先会員コード：売り手')),
    member_name_partner: text('Partner name: of the seller', '取引先会員名：売り手の名称'),
    ...pick(catalogLineMeaning.fields, 'item_id', 'private_item_code', 'item_name', 'item_spec', 'catalog_id'),
  },
  example: {
    ...partner,
    ...pick(catalogLineMeaning.example, 'item_id', 'private_item_code', 'item_name', 'item_spec', 'catalog_id'),
  },
});

export const findAnswerMeaning = meaningOf(findAnswer, {
  origin: 'answer',
  meaning:
    'The records that a text finds: at most 8 of each kind, and none of a kind for which the caller has no right',
  ja: '横断検索レスポンス：検索文字列に一致したもの（種類ごとに最大8件）。権限のない種類は含まない',
  fields: {
    ...answerEnvelope.fields,
    slip_list: records('Slips: with the right trade', '取引伝票リスト：権限tradeがある場合', foundSlipMeaning),
    order_list: records('Orders: with the right order', '発注リスト：権限orderがある場合', foundOrderMeaning),
    batch_list: records('Batches: with the right batch', 'バッチリスト：権限batchがある場合', ownBatchMeaning),
    product_list: records('Products: with the right master', '商品リスト：権限masterがある場合', foundProductMeaning),
    partner_list: records('Partners: with the right list', '取引先リスト：権限listがある場合', partnerMeaning),
    complete_flg: always(
      flagged(
        'Complete: whether all names of products and partners were compared; otherwise send a longer text or a code',
        '完了フラグ：商品と取引先のすべての名称を照合したかどうか。照合していない場合は、より長い文字列またはコードで検索する',
        ['some names were not compared, because the time for it was over', '時間切れにより一部未照合'],
        ['all were compared', 'すべて照合済み'],
      ),
    ),
  },
  example: { ...answerEnvelope.example, complete_flg: '1' },
});
