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
export { orderingSchema } from './ordering-schema.js';
export { type ChangeCounters, type ChangeName, readChangeCounters } from './statements/counters.js';
export { createDeliverySource } from './statements/delivery-source.js';
export { createDownloadMarks } from './statements/download-marks.js';
export { createFcPriceSource } from './statements/fc-price-source.js';
export { createMasterSource } from './statements/master-source.js';
export { createMemberDirectory } from './statements/member-directory.js';
export { createSettingSource } from './statements/setting-source.js';
export { createTradeSource } from './statements/trade-source.js';
