export { checkOrders, isRecord, linesOf, orderDefects } from './check-orders.js';
export type { TextEncoding } from './decode.js';
export { defectWords, fittingOf } from './defect-words.js';
export { type KnownProducts, missingProducts } from './missing-products.js';
export type { OrderDefect, OrderPlace, Reading, ReadOrders } from './order-defect.js';
export {
  largestFileBytes,
  type OrderFile,
  type OrderTable,
  type OrderText,
  openOrderFile,
  withCell,
} from './order-file.js';
export { OrderFileError, type OrderFileErrorCode } from './order-file-error.js';
export { type BothLanguages, columnFields, lineFields, type OrderField, type OrderForm } from './order-form.js';
export { itemOf, type MarkedDefect, type MarkPlace, markedDefects, placeOf } from './order-place.js';
export type { LostCell, TableRow, TableRows } from './order-table.js';
export { columnsOf, readOrders } from './read-orders.js';
export { csvTemplate, workbookTemplate } from './template.js';
