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
} from '@trading-platform/domain-types';

/** One download function, as far as records and requests go. */
export interface DownloadKind {
  readonly request: RecordDefinition;
  readonly record: RecordDefinition;
  /** Header fields that tell the record, and that stand in every table made of its lists too. */
  readonly keys: readonly string[];
  /** The lists that are the lines of the record, where it has a header of its own: one flat file has a row for each. */
  readonly lines?: readonly string[];
}

/** The downloads and what is in them (Spec 4.7, 4.8, 4.10). */
export const downloadKinds = {
  master: {
    request: masterRequest,
    record: masterRecord,
    keys: ['batch_id', 'seq', 'member_code', 'member_code_partner'],
    lines: ['buy', 'catalog'],
  },
  trade: {
    request: tradeRequest,
    record: tradeRecord,
    keys: ['batch_id', 'seq', 'trade_id', 'member_code_self'],
    lines: ['detail_list'],
  },
  nottrade: { request: nonTradingDayRequest, record: nonTradingDayRecord, keys: ['member_code_buyer'] },
  orderclosing: { request: orderClosingRequest, record: orderClosingRecord, keys: ['member_code_buyer'] },
  businessholiday: { request: businessHolidayRequest, record: businessHolidayRecord, keys: ['member_code_seller'] },
  orderblock: { request: orderBlockRequest, record: orderBlockRecord, keys: ['member_code_buyer'] },
} as const satisfies Record<string, DownloadKind>;

export type KindName = keyof typeof downloadKinds;
