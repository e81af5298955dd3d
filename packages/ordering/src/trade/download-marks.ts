import type { DownloadCaller } from '../download/download-caller.js';

/** Keeps which version of a slip a member has downloaded with which client (`not_downloaded_flg`, Spec 4.8). */
export abstract class DownloadMarks {
  /**
   * Notes that slips were delivered to a caller. The trade download gives a receipt with each record. Receipts come in portions, and each
   * portion is noted as a whole; if one fails, the earlier ones stay noted. Nothing changes for a slip that is already marked or no longer
   * exists, and for an older version.
   *
   * @throws RangeError for a text that is not a receipt
   */
  abstract mark(
    caller: DownloadCaller,
    portions: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
  ): Promise<void>;
}

/** A slip in one version. */
export interface SlipVersion {
  readonly slipId: number;
  readonly version: number;
}

/** Reads a receipt: the slip's number and its version. */
export function parseReceipt(receipt: string): SlipVersion {
  const [, slipId, version] = /^(\d+):(\d+)$/.exec(receipt) ?? [];
  if (slipId === undefined || version === undefined) throw new RangeError('Not a receipt of the trade download');
  return { slipId: Number(slipId), version: Number(version) };
}
