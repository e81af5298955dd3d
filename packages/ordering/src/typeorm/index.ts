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
export { SqlChangeHistory } from './sql/downloads/change-history.js';
export { SqlDownloadMarks } from './sql/downloads/download-marks.js';
export { SqlMasterSource } from './sql/downloads/master-source.js';
export { SqlOrderSource } from './sql/downloads/order-source.js';
export { SqlPlannedOrderSource } from './sql/downloads/planned-order-source.js';
export { SqlSettingSource } from './sql/downloads/setting-source.js';
export { SqlTradeSource } from './sql/downloads/trade-source.js';
export { SqlOrderList } from './sql/lists/order-list.js';
export { SqlOrderMasterList } from './sql/lists/order-master-list.js';
export { SqlPartnerList } from './sql/lists/partner-list.js';
export { SqlDeliverySource } from './sql/lookups/delivery-source.js';
export { SqlFcPriceSource } from './sql/lookups/fc-price-source.js';
export { SqlMemberDirectory } from './sql/members/member-directory.js';
export { SqlOrderStore } from './sql/orders/order-store.js';
