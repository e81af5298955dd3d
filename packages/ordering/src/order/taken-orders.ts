import { setImmediate as nextTurn } from 'node:timers/promises';
import type { UploadResult } from '@trading-platform/domain-types';
import type { OrderStore } from './order-store.js';
import { isCheckOnly, ordersIn, readOrder } from './upload-input.js';
import { judgeUploadNo } from './upload-number.js';
import { uploadResult } from './upload-outcome.js';
import { orderDigest } from './uploaded-order.js';

/** A part of an upload: the numbers of its first and last order, counted from 1. Both are included. */
export interface PlacesOfOrders {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the results of the accepted orders of an upload, even if the upload itself failed. The `seq` of each result is the
 * number of its order in the request (Spec 4.11).
 */
export async function takenOrders(
  store: OrderStore,
  callerMemberCode: string,
  input: Uint8Array,
  { from, to }: PlacesOfOrders,
): Promise<readonly UploadResult[]> {
  if (isCheckOnly(input)) return [];
  const named: { readonly seq: number; readonly uploadNo: string; readonly digest: Buffer }[] = [];
  let place = 0;
  for (const json of ordersIn(input)) {
    if (++place > to) break;
    if (place < from) continue;
    const order = readOrder(json);
    named.push({ seq: place, uploadNo: order.upload_no, digest: orderDigest(order) });
    // Other requests get their turn, because an upload may be large.
    await nextTurn();
  }
  const bound = await store.findUploadNos(
    callerMemberCode,
    named.map(({ uploadNo }) => uploadNo),
  );
  return named.flatMap(({ seq, uploadNo, digest }) => {
    const known = bound.get(uploadNo);
    if (known === undefined || judgeUploadNo(known, digest) !== 'repeat') return [];
    return [{ seq: String(seq), ...uploadResult(uploadNo, { accepted: known.slip }) }];
  });
}
