import type { BatchFunction } from '@trading-platform/batch-engine';
import type { Database } from '@trading-platform/database';
import { masterDownload, settingDownload, settingKinds, tradeDownload } from '@trading-platform/ordering';
import { createMasterSource, createSettingSource, createTradeSource } from '@trading-platform/ordering/typeorm';

/** Every kind of batch that the worker can produce. A kind is added here and nowhere else. */
export function batchFunctions(database: Database): readonly BatchFunction[] {
  const settings = createSettingSource(database);
  return [
    masterDownload(createMasterSource(database)),
    tradeDownload(createTradeSource(database)),
    ...settingKinds.map((kind) => settingDownload(kind, settings)),
  ];
}
