import type { BatchFunction } from '@trading-platform/batch-engine';
import {
  type DownloadSources,
  downloadFunctions,
  type OrderPorts,
  orderUploadFunction,
  tradeUpdateFunction,
  type UpdatePorts,
} from '@trading-platform/ordering';

/** Returns the functions for all kinds of batches that the worker can produce. */
export function batchFunctions(
  sources: DownloadSources,
  orders: OrderPorts,
  updates: UpdatePorts,
): readonly BatchFunction[] {
  return [...downloadFunctions(sources), orderUploadFunction(orders), tradeUpdateFunction(updates)];
}
