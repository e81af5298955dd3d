/** Which member has downloaded which slip in which version (`not_downloaded_flg`, Spec 4.8). */
export interface DownloadMarks {
  /**
   * Notes that slips were delivered completely to a member: all of them, or none if it fails. A receipt is what the trade
   * download gave with the record. Marking again, or an older version, changes nothing.
   */
  mark(memberCode: string, receipts: Iterable<string>): Promise<void>;
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
