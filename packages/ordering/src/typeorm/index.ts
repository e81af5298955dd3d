export type { ArchivedUnit, ArchiveRemoval } from './archive/archived-unit.js';
export {
  expectArchivedSlips,
  type LoadedNumbers,
  loadArchivedHistories,
  loadArchivedLives,
  loadArchivedMarks,
  loadArchivedUploadNumbers,
} from './archive/load-archived.js';
export { SlipArchive } from './archive/slip-archive.js';
export { UploadNumberArchive } from './archive/upload-number-archive.js';
export { exportRecords } from './export-records.js';
export { FindIndex, type FindIndexLog } from './find/find-index.js';
export { importKinds, importRecords, removeRecords } from './import-records.js';
export { openOrderingPorts } from './open-ordering-ports.js';
export { OrderingDatabase } from './ordering-database.js';
export { orderingSchema } from './ordering-schema.js';
export { partnersOf } from './sql/members/partners-of.js';
