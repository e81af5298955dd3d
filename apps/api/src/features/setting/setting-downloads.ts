import {
  apiPaths,
  businessHolidayGetAnswer,
  businessHolidayRequest,
  nonTradingDayGetAnswer,
  nonTradingDayRequest,
  orderBlockGetAnswer,
  orderBlockRequest,
  orderClosingGetAnswer,
  orderClosingRequest,
} from '@trading-platform/domain-types';
import { settingCriteria, settingDownload } from '@trading-platform/ordering';
import { createSettingSource } from '@trading-platform/ordering/typeorm';
import { BusinessHolidayDownloadRequest, PairSettingDownloadRequest } from '@trading-platform/validation';
import { type DownloadFeature, defineDownload } from '../../batches/download-feature.js';

const pairReferences = {
  nottrade: { title: 'Non-trading days', request: nonTradingDayRequest, answer: nonTradingDayGetAnswer },
  orderclosing: { title: 'Order closing time', request: orderClosingRequest, answer: orderClosingGetAnswer },
  orderblock: { title: 'Order block', request: orderBlockRequest, answer: orderBlockGetAnswer },
} as const;

/** Non-trading days, order closing time and order block: settings between a buyer and a seller (Spec 4.10). */
const pairFeatures = (['nottrade', 'orderclosing', 'orderblock'] as const).map((kind) =>
  defineDownload({
    paths: apiPaths[kind],
    reference: pairReferences[kind],
    requestClass: () => PairSettingDownloadRequest,
    recordsPerGet: (env) => env.settingRecordsPerGet,
    shape: (database, recordsPerGet) => settingDownload(kind, createSettingSource(database), recordsPerGet),
    criteria: (request, { memberCode }) => settingCriteria(kind, memberCode, request),
  }),
);

/** Lead-time non-counting days: a seller that cannot be read just yields nothing (Spec 4.10). */
const businessHolidayFeature = defineDownload({
  paths: apiPaths.businessholiday,
  reference: {
    title: 'Lead-time non-counting days',
    request: businessHolidayRequest,
    answer: businessHolidayGetAnswer,
  },
  requestClass: () => BusinessHolidayDownloadRequest,
  recordsPerGet: (env) => env.settingRecordsPerGet,
  shape: (database, recordsPerGet) => settingDownload('businessholiday', createSettingSource(database), recordsPerGet),
  criteria: (request, { memberCode }) => settingCriteria('businessholiday', memberCode, request),
});

export const settingFeatures: readonly DownloadFeature[] = [...pairFeatures, businessHolidayFeature];
