import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import type { DescribedField, DescribedRecord } from '@trading-platform/domain-types/meanings';
import { flatTable } from '@trading-platform/domain-types/tables';
import { openOrderFile } from '@trading-platform/order-file';
import { csv, type FileFormat, json, xlsx } from './download-formats.js';

const aRecord = (fields: readonly unknown[]) => ({ fields }) as unknown as DescribedRecord;
const aField = (name: string, of?: DescribedRecord) =>
  ({ name, label: name, meaning: name, ja: name, type: 'string', of }) as unknown as DescribedField;
const lineOfSlip = aRecord([aField('item'), aField('qty')]);
const flat = flatTable(aRecord([aField('seq'), aField('name'), aField('lines', lineOfSlip)]), ['lines']);
const records = [
  {
    seq: '1',
    name: 'いちご, fresh',
    lines: [
      { item: 'a', qty: '1' },
      { item: 'b"', qty: '2' },
    ],
  },
  { seq: '2', name: '', lines: [] },
  { seq: '3', name: 'x\ny', lines: [{ item: '', qty: '3' }] },
];
const lines = Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''));

async function* inPieces(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

/** The encoded bytes, including the byte order mark that decoders would remove. */
async function encoded(format: FileFormat, length: number, bytes = lines): Promise<string> {
  return (await buffer(format.encode(inPieces(bytes, length)))).toString();
}

describe.each([1, 7, 4_096])('from pieces of %i bytes', (length) => {
  it('records become one array, of the length that was told', async () => {
    const file = await encoded(json, length);
    expect(JSON.parse(file)).toEqual(records);
    expect(Buffer.byteLength(file)).toBe(json.lengthOf(lines.length, records.length));
    expect(await encoded(json, length, Buffer.alloc(0))).toBe('[]');
    expect(json.lengthOf(0, 0)).toBe(2);
  });

  it('each line of a record becomes a row, and a record without lines too', async () => {
    expect(await encoded(csv(flat), length)).toBe(
      [
        '\ufeffseq,name,line,item,qty',
        '1,"いちご, fresh",1,a,1',
        '1,"いちご, fresh",2,"b""",2',
        '2,,,,',
        '3,"x\ny",1,,3',
        '',
      ].join('\r\n'),
    );
  });

  it('the same rows become a workbook of texts', async () => {
    const workbook = await buffer(xlsx(flat, 'slip').encode(inPieces(lines, length)));
    const file = await openOrderFile(new Uint8Array(workbook), 'slip.xlsx');
    expect(file).toMatchObject({
      sheet: 'slip',
      rows: [
        { cells: ['seq', 'name', 'line', 'item', 'qty'] },
        { cells: ['1', 'いちご, fresh', '1', 'a', '1'] },
        { cells: ['1', 'いちご, fresh', '2', 'b"', '2'] },
        { cells: ['2'] },
        { cells: ['3', 'x\ny', '1', '', '3'] },
      ],
    });
  });
});

it('has no cell in a CSV file that a spreadsheet would run', async () => {
  const record = {
    seq: '1',
    name: '=HYPERLINK("http://evil.example","x")',
    lines: [{ item: '@SUM(A1)', qty: '-1.5' }],
  };
  const rows = await encoded(csv(flat), 4_096, Buffer.from(`${JSON.stringify(record)}\n`));
  expect(rows.split('\r\n')[1]).toBe(`1,"'=HYPERLINK(""http://evil.example"",""x"")",1,'@SUM(A1),-1.5`);
});
