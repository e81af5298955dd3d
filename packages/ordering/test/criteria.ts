import { downloads, type SettingName } from '@trading-platform/domain-types';
import { downloadCriteria } from '../src/download/download-criteria.js';
import type { MasterFilters } from '../src/master/master-criteria.js';
import type { SettingFilters } from '../src/setting/setting-source.js';

const clientId = 'erp';

export function masterCriteria(memberCode: string, request: MasterFilters) {
  return downloadCriteria(downloads.master, { memberCode, clientId }, request);
}

export function settingCriteria(kind: SettingName, memberCode: string, request: SettingFilters) {
  return downloadCriteria(downloads[kind], { memberCode, clientId }, request);
}
