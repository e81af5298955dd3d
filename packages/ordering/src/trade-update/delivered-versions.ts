import { downloads } from '@trading-platform/domain-types';
import type { DownloadCaller } from '../download/download-caller.js';

/** A record of a trade download. An update can name such a record instead of the version that the caller saw. */
export interface DeliveredPlace {
  readonly batchId: string;
  readonly seq: number;
}

/** The row of a view and the version that the download delivered, or the reason why these are not known. */
export type DeliveredVersion =
  | { readonly slipId: number; readonly version: number }
  /** The batch is not a trade download of the caller, or has expired. */
  | 'unknown-batch'
  | 'not-finished'
  /** The download has fewer records. */
  | 'beyond';

/** The function of the batches in which the port looks. */
export const deliveringFunction = downloads.trade.name;

/** Port: the trade downloads of callers. */
export abstract class DeliveredVersions {
  /** Returns an answer for each place, in their order. */
  abstract find(caller: DownloadCaller, places: readonly DeliveredPlace[]): Promise<readonly DeliveredVersion[]>;
}
