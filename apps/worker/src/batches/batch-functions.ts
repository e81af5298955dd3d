import type { BatchFunction } from '@trading-platform/batch-engine';
import {
  downloadFunction,
  type MasterSource,
  masterDownload,
  type OrderPorts,
  orderUploadFunction,
  type SettingSource,
  settingDownloads,
  type TradeSource,
  tradeDownload,
} from '@trading-platform/ordering';

/** Every kind of batch that the worker can produce. A kind is added here and nowhere else. */
export function batchFunctions(
  master: MasterSource,
  trade: TradeSource,
  settings: SettingSource,
  orders: OrderPorts,
): readonly BatchFunction[] {
  return [
    downloadFunction(masterDownload, master),
    downloadFunction(tradeDownload, trade),
    orderUploadFunction(orders),
    ...Object.values(settingDownloads).map((download) => downloadFunction(download, settings)),
  ];
}
