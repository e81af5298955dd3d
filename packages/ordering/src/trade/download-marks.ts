import type { DownloadCaller } from '../download/download-caller.js';

/** Which member has downloaded which slip in which version with which client (`not_downloaded_flg`, Spec 4.8). */
export abstract class DownloadMarks {
  /**
   * Notes that slips were delivered to a caller. A receipt is what the trade download gave with the record; receipts come
   * in portions, and each portion is noted as a whole. If it fails, the portions before stay noted. Marking again, an
   * older version, or a slip that is gone changes nothing.
   *
   * @throws RangeError for a text that is no receipt
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
