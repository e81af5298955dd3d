export type { ArchivedUnit, ArchiveRemoval } from './archive/archived-unit.js';
export {
  expectArchivedSlips,
  type LoadedNumbers,
  loadArchivedMarks,
  loadArchivedUploadNumbers,
} from './archive/load-archived.js';
export { SlipArchive } from './archive/slip-archive.js';
export { UploadNumberArchive } from './archive/upload-number-archive.js';
export { exportRecords } from './export-records.js';
export { importKinds, importRecords, removeRecords } from './import-records.js';
export { orderingSchema } from './ordering-schema.js';
export { TypeOrmDeliveryPlaceList } from './repositories/delivery-place-list.js';
export { SqlChangeHistory } from './statements/change-history.js';
export { SqlDeliverySource } from './statements/delivery-source.js';
export { SqlDownloadMarks } from './statements/download-marks.js';
export { SqlFcPriceSource } from './statements/fc-price-source.js';
export { SqlMasterSource } from './statements/master-source.js';
export { SqlMemberDirectory } from './statements/member-directory.js';
export { SqlOrderList } from './statements/order-list.js';
export { SqlOrderMasterList } from './statements/order-master-list.js';
export { SqlOrderSource } from './statements/order-source.js';
export { SqlOrderStore } from './statements/order-store.js';
export { SqlPartnerList } from './statements/partner-list.js';
export { SqlPlannedOrderSource } from './statements/planned-order-source.js';
export { SqlSettingSource } from './statements/setting-source.js';
export { SqlTradeSource } from './statements/trade-source.js';
