import type { BatchFunction } from '@trading-platform/batch-engine';
import type { Database } from '@trading-platform/database';
import { masterDownload } from '@trading-platform/ordering';
import { createMasterSource } from '@trading-platform/ordering/typeorm';

/** Every kind of batch that the worker can produce. A kind is added here and nowhere else. */
export function batchFunctions(database: Database): readonly BatchFunction[] {
  return [masterDownload(createMasterSource(database))];
}
