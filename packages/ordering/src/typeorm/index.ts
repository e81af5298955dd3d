export { importKinds, importRecords, removeRecords } from './import-records.js';
export { orderingSchema } from './ordering-schema.js';
export { SqlDeliverySource } from './statements/delivery-source.js';
export { SqlDownloadMarks } from './statements/download-marks.js';
export { SqlFcPriceSource } from './statements/fc-price-source.js';
export { SqlMasterSource } from './statements/master-source.js';
export { SqlMemberDirectory } from './statements/member-directory.js';
export { SqlSettingSource } from './statements/setting-source.js';
export { SqlTradeSource } from './statements/trade-source.js';
