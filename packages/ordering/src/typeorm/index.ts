export { type ChangeCounters, type ChangeName, readChangeCounters } from './counters.js';
export { createDeliverySource } from './delivery-source.js';
export { createFcPriceSource } from './fc-price-source.js';
export {
  type ImportableKind,
  importFcPrices,
  importKinds,
  importMaster,
  importMembers,
  importRecords,
} from './import-records.js';
export { createMasterSource } from './master-source.js';
export { createMemberDirectory } from './member-directory.js';
export { orderingSchema } from './ordering-schema.js';
