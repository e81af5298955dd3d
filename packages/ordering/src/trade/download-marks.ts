import type { DownloadCaller } from '../download/download-caller.js';

/** Stores which version of a slip a member has downloaded with which client (`not_downloaded_flg`, Spec 4.8). */
export abstract class DownloadMarks {
  /**
   * Marks slips as delivered to a caller. The trade download gives a receipt for each record, and `mark` takes these receipts.
   * Receipts come in portions. Each group of receipts is recorded completely or not at all. If a group of receipts fails, the
   * earlier groups remain recorded. A receipt has no effect if its slip is already marked, if its slip no longer exists, or if a
   * newer version is already marked.
   *
   * @throws RangeError for a text that is not a receipt
   */
  abstract mark(
    caller: DownloadCaller,
    portions: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
  ): Promise<void>;
}

/** The number of a slip, and one of its versions. */
export interface SlipVersion {
  readonly slipId: number;
  readonly version: number;
}

/** Reads the number of the slip and its version from a receipt. */
export function parseReceipt(receipt: string): SlipVersion {
  const [, slipId, version] = /^(\d+):(\d+)$/.exec(receipt) ?? [];
  if (slipId === undefined || version === undefined) throw new RangeError('Not a receipt of the trade download');
  return { slipId: Number(slipId), version: Number(version) };
}
