import type { BatchFunction } from '@trading-platform/batch-engine';
import {
  type DownloadSources,
  downloadFunctions,
  type OrderPorts,
  orderUploadFunction,
} from '@trading-platform/ordering';

/** Every kind of batch that the worker can produce. */
export function batchFunctions(sources: DownloadSources, orders: OrderPorts): readonly BatchFunction[] {
  return [...downloadFunctions(sources), orderUploadFunction(orders)];
}
