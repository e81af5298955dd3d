import { downloads } from '@trading-platform/domain-types';
import { describedRecord } from '@trading-platform/domain-types/meanings';
import { flatTable, type RecordTable, tablesOf } from '@trading-platform/domain-types/tables';
import type { FunctionName } from '../../wire/index.js';
import { batchFunctions, isDownload } from './function-records.js';

/** The position of a record in its batch. */
const batchKey = ['batch_id', 'seq'];

/** The tables that a file of the records can have. The first table is the usual one: a row for each line of a record. */
export function tablesOfFunction(name: FunctionName): readonly RecordTable[] {
  const record = describedRecord(batchFunctions[name].record);
  if (!isDownload(name)) return tablesOf(record, batchKey);
  const download = downloads[name];
  const tables = tablesOf(record, [...batchKey, ...download.key]);
  return 'lines' in download ? [flatTable(record, download.lines), ...tables] : tables;
}
