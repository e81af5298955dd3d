import { downloads } from '@trading-platform/domain-types';
import type { DownloadCriteria } from './download/download-criteria.js';
import { type DownloadFunction, downloadFunction } from './download/download-function.js';
import type { MasterSource } from './master/master-source.js';
import type { SettingSource } from './setting/setting-source.js';
import type { TradeSource } from './trade/trade-source.js';

/** The sources from which all downloads read their records. */
export interface DownloadSources {
  readonly master: MasterSource;
  readonly trade: TradeSource;
  readonly settings: SettingSource;
}

/** Creates every download of the contract, each with its source. */
export function downloadFunctions({
  master,
  trade,
  settings,
}: DownloadSources): readonly DownloadFunction<DownloadCriteria>[] {
  return [
    downloadFunction(downloads.master, master),
    downloadFunction(downloads.trade, trade),
    ...Object.values(downloads).flatMap((each) => ('group' in each ? [downloadFunction(each, settings)] : [])),
  ];
}
