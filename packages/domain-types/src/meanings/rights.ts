import type { Right } from '../rights.js';
import type { BothLanguages } from './error-codes.js';

/** The words by which a person recognises each right, to follow "This system may" (without a full stop at the end). */
export const rightMeanings: Readonly<Record<Right, BothLanguages>> = {
  order: { en: 'place orders for your company', ja: '御社の発注を行う' },
  update: {
    en: 'change, cancel, confirm, ship, receive and return the slips of your company',
    ja: '御社の伝票の変更・取消・確定・出荷・受領・返品を行う',
  },
  master: { en: 'download products and order masters', ja: '商品マスタ・発注マスタをダウンロードする' },
  trade: { en: 'download the slips of your company', ja: '御社の伝票をダウンロードする' },
  setting: { en: 'download trading settings', ja: '取引設定をダウンロードする' },
  lookup: { en: 'look up delivery dates and FC prices', ja: '納品日・FC価格を照会する' },
  list: {
    en: 'list partners, order masters, delivery places and orders of your company',
    ja: '御社の取引先・発注マスタ・納品場所・発注の一覧を取得する',
  },
  event: {
    en: 'be notified of changes that concern your company',
    ja: '御社に関する変更の通知を受け取る',
  },
  batch: { en: 'list, read and cancel its batches', ja: 'バッチの一覧・内容の取得とキャンセルを行う' },
};
