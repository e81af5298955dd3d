import { describe, expect, it } from '@jest/globals';
import { type OutputOptions, outputFormat } from './output-format.js';

const usage = (message: string | RegExp) =>
  expect.objectContaining({ code: 'usage', message: expect.stringMatching(message) });

describe('what a download is written as', () => {
  it.each<[OutputOptions, string, boolean]>([
    [{}, 'ndjson', false],
    [{ out: '-' }, 'ndjson', false],
    [{ out: '/dev/stdout' }, 'ndjson', false],
    [{ out: 'day.25/records' }, 'ndjson', false],
    [{ out: 'records.gz' }, 'ndjson', true],
    [{ out: 'a.b.NDJSON' }, 'ndjson', false],
    [{ out: 'a.json.gz' }, 'json', true],
    [{ out: 'a.csv' }, 'csv', false],
    [{ out: 'a.xlsx' }, 'xlsx', true],
    [{ out: 'a.parquet' }, 'parquet', true],
    [{ out: 'a.xlsx', format: 'csv' }, 'csv', false],
    [{ out: 'a.txt.gz', format: 'ndjson' }, 'ndjson', true],
  ])('%j is %s', (options, name, gzip) => {
    expect(outputFormat('master', options)).toMatchObject({ name, gzip });
  });

  it.each(['x.pdf', 'x.csv.zip', 'x.jsonl', 'slips-2026.11.25', 'x.'])('is not guessed for %s', (out) => {
    expect(() => outputFormat('master', { out })).toThrow(
      usage(/ tp writes \.ndjson, \.json, \.csv, \.xlsx, \.parquet, /),
    );
  });

  it.each<[OutputOptions, RegExp]>([
    [{ out: 'a.json', exact: true }, /^--exact is for CSV files/],
    [{ out: 'a.json', bom: true }, /^--bom is for CSV files/],
    [{ out: 'a.json', table: 'header' }, /^--table is for CSV, Excel and Parquet files/],
    [
      { out: 'a.csv', table: 'detail' },
      /^There is no table detail of master: give --table one of header, buy, catalog$/,
    ],
    [{ out: 'a.csv', forImport: true }, /^--for-import is for NDJSON files/],
    [{ out: 'a.csv', textColumn: ['item_id'] }, /^--text-column is for Parquet files/],
    [{ out: 'a.parquet', textColumn: ['item_id'] }, /^The table flat has no column item_id/],
    [{ out: 'a.parquet.gz' }, /^A Parquet file is compressed inside/],
    [{ out: 'a.xlsx.gz' }, /^A workbook is compressed inside/],
    [{ format: 'xlsx' }, /^A workbook cannot go to standard output/],
    [{ format: 'parquet' }, /^A Parquet file cannot go to standard output/],
  ])('%j is refused', (options, message) => {
    expect(() => outputFormat('master', options)).toThrow(usage(message));
  });
});
