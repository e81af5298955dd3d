import {
  apiPaths,
  type BusinessHolidayRecord,
  type BusinessHolidayRequest,
  type DownloadPaths,
  type MasterRecord,
  type MasterRequest,
  type NonTradingDayRecord,
  type NonTradingDayRequest,
  type OrderBlockRecord,
  type OrderBlockRequest,
  type OrderClosingRecord,
  type OrderClosingRequest,
  type TradeRecord,
  type TradeRequest,
  type UploadRequest,
  type UploadResult,
} from '@trading-platform/domain-types';

/** What goes in the three steps of a batch: what each function is asked with and what it delivers (Spec 4.7, 4.8, 4.10, 4.11). */
export interface BatchFunctions {
  master: { readonly request: MasterRequest; readonly record: MasterRecord };
  trade: { readonly request: TradeRequest; readonly record: TradeRecord };
  nottrade: { readonly request: NonTradingDayRequest; readonly record: NonTradingDayRecord };
  orderclosing: { readonly request: OrderClosingRequest; readonly record: OrderClosingRecord };
  businessholiday: { readonly request: BusinessHolidayRequest; readonly record: BusinessHolidayRecord };
  orderblock: { readonly request: OrderBlockRequest; readonly record: OrderBlockRecord };
  'order-upload': { readonly request: UploadRequest; readonly record: UploadResult };
}

/** By the names that `GET /batches` has for them. */
export type BatchFunctionName = keyof BatchFunctions;

/** The functions that download records of the platform. */
export type DownloadName = Exclude<BatchFunctionName, 'order-upload'>;

export interface BatchFunction {
  readonly paths: DownloadPaths;
  /** The array in which a get answers its records. */
  readonly arrayName: string;
  /** Whether the platform marks its records as downloaded. */
  readonly isMarked: boolean;
}

export const batchFunctions: Readonly<Record<BatchFunctionName, BatchFunction>> = {
  master: { paths: apiPaths.master, arrayName: 'master', isMarked: false },
  trade: { paths: apiPaths.trade, arrayName: 'trade', isMarked: true },
  nottrade: { paths: apiPaths.nottrade, arrayName: 'result_list', isMarked: false },
  orderclosing: { paths: apiPaths.orderclosing, arrayName: 'result_list', isMarked: false },
  businessholiday: { paths: apiPaths.businessholiday, arrayName: 'result_list', isMarked: false },
  orderblock: { paths: apiPaths.orderblock, arrayName: 'result_list', isMarked: false },
  'order-upload': { paths: apiPaths.upload, arrayName: 'result_list', isMarked: false },
};
