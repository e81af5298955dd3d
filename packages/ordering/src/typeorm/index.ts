export { type ChangeCounters, type ChangeName, readChangeCounters } from './counters.js';
export { createDeliverySource } from './delivery-source.js';
export { createDownloadMarks } from './download-marks.js';
export { createFcPriceSource } from './fc-price-source.js';
export {
  importDeliveryPlaces,
  importFcPrices,
  importKinds,
  importMaster,
  importMembers,
  importRecords,
  importSettings,
  importTrade,
  removeRecords,
} from './import-records.js';
export { createMasterSource } from './master-source.js';
export { createMemberDirectory } from './member-directory.js';
export { orderingSchema } from './ordering-schema.js';
export { createSettingSource } from './setting-source.js';
export { createTradeSource } from './trade-source.js';
