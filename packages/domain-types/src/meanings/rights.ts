import type { Right } from '../rights.js';
import type { BothLanguages } from './error-codes.js';

/** The words that explain each right to a person. They follow "This system may" and have no full stop at the end. */
export const rightMeanings: Readonly<Record<Right, BothLanguages>> = {
  order: { en: 'place orders for your company', ja: '貴社名義での発注' },
  update: {
    en: 'change, cancel, confirm, ship, receive and return slips of your company',
    ja: '貴社の伝票の変更・取消・確定・出荷・受領・返品',
  },
  master: { en: 'download products and order masters', ja: '商品・発注マスタのダウンロード' },
  trade: { en: 'download slips of your company', ja: '貴社の伝票のダウンロード' },
  setting: { en: 'download trading settings', ja: '取引設定のダウンロード' },
  lookup: { en: 'look up delivery dates and FC prices', ja: '納品日・FC価格の照会' },
  list: {
    en: 'list partners, order masters, delivery places and orders',
    ja: '取引先・発注マスタ・納品場所・発注の一覧の取得',
  },
  event: { en: 'be notified of changes that concern your company', ja: '貴社に関する変更の通知の受信' },
  batch: { en: 'list, read and cancel its batches', ja: 'バッチの一覧・取得・キャンセル' },
};
