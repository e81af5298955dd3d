import type { UploadResult } from '@trading-platform/domain-types';
import { type PlacesOfElements, takenResults } from '../slip-input/taken-results.js';
import type { OrderStore } from './order-store.js';
import { uploadResult } from './upload-outcome.js';
import { orderDigest, type UploadedOrder } from './uploaded-order.js';

/** A part of an upload: the numbers of its first and last order, counted from 1. Both are included. */
export type PlacesOfOrders = PlacesOfElements;

/**
 * Returns the results of the accepted orders of an upload, even if the upload itself failed. The `seq` of each result is the
 * number of its order in the request (Spec 4.11).
 */
export function takenOrders(
  store: OrderStore,
  callerMemberCode: string,
  input: Uint8Array,
  places: PlacesOfOrders,
): Promise<readonly UploadResult[]> {
  return takenResults(input, places, {
    numberOf: ({ upload_no }: UploadedOrder) => upload_no,
    digestOf: orderDigest,
    find: (uploadNos) => store.findUploadNos(callerMemberCode, uploadNos),
    resultOf: ({ upload_no }, { slip }) => uploadResult(upload_no, { accepted: slip }),
  });
}
