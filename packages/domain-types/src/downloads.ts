import type { RecordDefinition, RecordOf } from './define-record.js';
import { type DownloadPaths, downloadPaths } from './download-paths.js';
import { masterGetAnswer, masterRecord, masterRequest } from './master-record.js';
import type { Right } from './rights.js';
import {
  businessHolidayGetAnswer,
  businessHolidayRecord,
  businessHolidayRequest,
  nonTradingDayGetAnswer,
  nonTradingDayRecord,
  nonTradingDayRequest,
  orderBlockGetAnswer,
  orderBlockRecord,
  orderBlockRequest,
  orderClosingGetAnswer,
  orderClosingRecord,
  orderClosingRequest,
} from './setting-records.js';
import { tradeGetAnswer, tradeRecord, tradeRequest } from './trade-record.js';

/** A download with its three steps request, confirm and get (Spec 4.6). */
export interface DownloadDefinition {
  /** Stored with its batches, so it must never change. */
  readonly name: string;
  /** Its heading in the reference. */
  readonly title: string;
  /** The right that its three steps need. */
  readonly right: Right;
  readonly paths: DownloadPaths;
  /** Body of the request step. */
  readonly request: RecordDefinition;
  /** One record of its batches. */
  readonly record: RecordDefinition;
  /** Answer of the get step. */
  readonly answer: RecordDefinition;
  /** The array of records in the get answer. */
  readonly arrayName: string;
}

/** A download of the contract, with all facts that other parts of the platform need. */
interface ContractDownload extends DownloadDefinition {
  /** The name of its records for people. */
  readonly words: { readonly en: string; readonly ja: string };
  /**
   * Present only for downloads of settings between sellers and buyers. All these downloads are requested and stored in
   * the same way.
   */
  readonly group?: 'settings';
  /** Its name in the SDK, within its group. */
  readonly sdkName: string;
  /** The key fields of its records, which also identify removed records. `item_id` of a product is in its lines. */
  readonly key: readonly string[];
  /** The lists that are the lines of a record, if the record has a header of its own. */
  readonly lines?: readonly string[];
  /** Whether the platform marks its records as downloaded. */
  readonly isMarked: boolean;
}

const setting = { group: 'settings', right: 'setting', arrayName: 'result_list', isMarked: false } as const;

/**
 * Every download of the contract, by its name (Spec 4.7, 4.8, 4.10). Differences between downloads are declared only
 * here.
 */
export const downloads = {
  master: {
    name: 'master',
    title: 'Master download',
    right: 'master',
    words: { en: 'Master', ja: 'マスタ' },
    sdkName: 'master',
    paths: downloadPaths('/master/download/buy'),
    request: masterRequest,
    record: masterRecord,
    answer: masterGetAnswer,
    arrayName: 'master',
    key: ['member_code', 'member_code_partner', 'item_id'],
    lines: ['buy', 'catalog'],
    isMarked: false,
  },
  trade: {
    name: 'trade',
    title: 'Trade download',
    right: 'trade',
    words: { en: 'Trade data', ja: '取引データ' },
    sdkName: 'trade',
    paths: downloadPaths('/trade/download'),
    request: tradeRequest,
    record: tradeRecord,
    answer: tradeGetAnswer,
    arrayName: 'trade',
    key: ['trade_id', 'member_code_self'],
    lines: ['detail_list'],
    isMarked: true,
  },
  nottrade: {
    ...setting,
    name: 'nottrade',
    title: 'Non-trading days',
    words: { en: 'Non-trading days', ja: '取引不可日' },
    sdkName: 'nonTradingDays',
    paths: downloadPaths('/setting/nottrade/download'),
    request: nonTradingDayRequest,
    record: nonTradingDayRecord,
    answer: nonTradingDayGetAnswer,
    key: ['member_code_buyer'],
  },
  orderclosing: {
    ...setting,
    name: 'orderclosing',
    title: 'Order closing time',
    words: { en: 'Order closing times', ja: '発注締め時間' },
    sdkName: 'closingTimes',
    paths: downloadPaths('/setting/orderclosing/download'),
    request: orderClosingRequest,
    record: orderClosingRecord,
    answer: orderClosingGetAnswer,
    key: ['member_code_buyer'],
  },
  businessholiday: {
    ...setting,
    name: 'businessholiday',
    title: 'Lead-time non-counting days',
    words: { en: 'Days that do not count as lead time', ja: 'リードタイム非カウント日' },
    sdkName: 'nonCountingDays',
    paths: downloadPaths('/setting/businessholiday/download'),
    request: businessHolidayRequest,
    record: businessHolidayRecord,
    answer: businessHolidayGetAnswer,
    key: ['member_code_seller'],
  },
  orderblock: {
    ...setting,
    name: 'orderblock',
    title: 'Order block',
    words: { en: 'Order blocks', ja: '発注停止' },
    sdkName: 'orderBlocks',
    paths: downloadPaths('/setting/orderblock/download'),
    request: orderBlockRequest,
    record: orderBlockRecord,
    answer: orderBlockGetAnswer,
    key: ['member_code_buyer'],
  },
} as const satisfies Record<string, ContractDownload>;

type Downloads = typeof downloads;

/** The name of a download and of its batches. */
export type DownloadName = keyof Downloads;

/** The name of a download of settings (Spec 4.10). */
export type SettingName = {
  [Name in DownloadName]: Downloads[Name] extends { readonly group: 'settings' } ? Name : never;
}[DownloadName];

/** The downloads of settings, in the order of the contract. */
export const settingNames = Object.values(downloads).flatMap((download) =>
  'group' in download ? [download.name] : [],
) as readonly SettingName[];

/** The request and the record of each download. */
export type DownloadShapes = {
  readonly [Name in DownloadName]: {
    readonly request: RecordOf<Downloads[Name]['request']>;
    readonly record: RecordOf<Downloads[Name]['record']>;
  };
};
