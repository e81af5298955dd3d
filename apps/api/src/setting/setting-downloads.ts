import { apiPaths } from '@trading-platform/domain-types';
import { settingCriteria, settingDownload } from '@trading-platform/ordering';
import { createSettingSource } from '@trading-platform/ordering/typeorm';
import { BusinessHolidayDownloadRequest, PairSettingDownloadRequest } from '@trading-platform/validation';
import { type DownloadFeature, defineDownload } from '../download/download-feature.js';

/** Non-trading days, order closing time and order block: settings between a buyer and a seller (Spec 4.10). */
const pairFeatures = (['nottrade', 'orderclosing', 'orderblock'] as const).map((kind) =>
  defineDownload({
    paths: apiPaths[kind],
    requestClass: PairSettingDownloadRequest,
    recordsPerGet: (env) => env.settingRecordsPerGet,
    shape: (database, recordsPerGet) => settingDownload(kind, createSettingSource(database), recordsPerGet),
    criteria: async (request, { caller, members }) => {
      const { member_code_buyer, member_code_seller } = request;
      await members.refuseUnreadable(caller.memberCode, { member_code_buyer, member_code_seller });
      return settingCriteria(kind, caller.memberCode, request);
    },
  }),
);

/** Lead-time non-counting days: a seller that cannot be read just yields nothing (Spec 4.10). */
const businessHolidayFeature = defineDownload({
  paths: apiPaths.businessholiday,
  requestClass: BusinessHolidayDownloadRequest,
  recordsPerGet: (env) => env.settingRecordsPerGet,
  shape: (database, recordsPerGet) => settingDownload('businessholiday', createSettingSource(database), recordsPerGet),
  criteria: async (request, { caller }) => settingCriteria('businessholiday', caller.memberCode, request),
});

export const settingFeatures: readonly DownloadFeature[] = [...pairFeatures, businessHolidayFeature];
