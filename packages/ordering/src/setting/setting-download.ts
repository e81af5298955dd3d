import type { DownloadFunction, RecordSource } from '../download/download-function.js';
import type { SettingCriteria } from './setting-criteria.js';
import type { SettingKind } from './setting-kind.js';

/** One of the four settings downloads as the batch engine runs it (Spec 4.10). Its records carry no batch fields. */
export function settingDownload(
  kind: SettingKind,
  source: RecordSource<SettingCriteria>,
  maxRecordsPerGet?: number,
): DownloadFunction<SettingCriteria> {
  return {
    name: kind,
    arrayName: 'result_list',
    maxRecordsPerGet,
    open: (criteria, signal) => source.open(criteria, signal),
  };
}
