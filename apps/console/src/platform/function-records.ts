import {
  businessHolidayRecord,
  businessHolidayRequest,
  masterRecord,
  masterRequest,
  nonTradingDayRecord,
  nonTradingDayRequest,
  orderBlockRecord,
  orderBlockRequest,
  orderClosingRecord,
  orderClosingRequest,
  type RecordDefinition,
  tradeRecord,
  tradeRequest,
  uploadResult,
} from '@trading-platform/domain-types';
import type { BothLanguages, DownloadName, FunctionName } from '../../wire/index.js';

/** The downloads in the order in which people look for them, with what they are asked with. */
export const downloadRequests: Readonly<Record<DownloadName, RecordDefinition>> = {
  trade: tradeRequest,
  master: masterRequest,
  nottrade: nonTradingDayRequest,
  orderclosing: orderClosingRequest,
  businessholiday: businessHolidayRequest,
  orderblock: orderBlockRequest,
};

/** The records that the batches of each function have. */
export const functionRecords: Readonly<Record<FunctionName, RecordDefinition>> = {
  trade: tradeRecord,
  master: masterRecord,
  nottrade: nonTradingDayRecord,
  orderclosing: orderClosingRecord,
  businessholiday: businessHolidayRecord,
  orderblock: orderBlockRecord,
  'order-upload': uploadResult,
};

/** What people call the functions. */
export const functionTitles: Readonly<Record<FunctionName, BothLanguages>> = {
  trade: { en: 'Trade data', ja: '取引データ' },
  master: { en: 'Master', ja: 'マスタ' },
  nottrade: { en: 'Non-trading days', ja: '取引不可日' },
  orderclosing: { en: 'Order closing times', ja: '発注締め時間' },
  businessholiday: { en: 'Days that do not count as lead time', ja: 'リードタイム非カウント日' },
  orderblock: { en: 'Order blocks', ja: '発注停止' },
  'order-upload': { en: 'Order upload', ja: '発注データアップロード' },
};

/** Whether there is such a download. */
export function isDownload(name: string): name is DownloadName {
  return Object.hasOwn(downloadRequests, name);
}

/** Whether batches have such a function. */
export function isFunction(name: string): name is FunctionName {
  return Object.hasOwn(functionRecords, name);
}
