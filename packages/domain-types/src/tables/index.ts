export { type ColumnType, columnType, decimalDigits } from './column-type.js';
export { type Column, flatTable, type RecordTable, type Row, tablesOf } from './record-tables.js';
