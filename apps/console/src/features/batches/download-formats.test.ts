import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { arrayOf, defineRecord } from '@trading-platform/domain-types';
import { csv, type FileFormat, json } from './download-formats.js';

const slip = defineRecord('slip', ['seq', 'name', arrayOf('lines', defineRecord('line', ['item', 'qty']))]);
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

  it('records become rows, or the elements of a list do', async () => {
    const rows = await encoded(csv(slip), length);
    expect(rows.split('\r\n').slice(0, 3)).toEqual([
      '\ufeffseq,name,lines',
      '1,"いちご, fresh","[{""item"":""a"",""qty"":""1""},{""item"":""b\\"""",""qty"":""2""}]"',
      '2,,[]',
    ]);
    expect(await encoded(csv(slip, 'lines'), length)).toBe(
      [
        '\ufeffseq,name,lines.item,lines.qty',
        '1,"いちご, fresh",a,1',
        '1,"いちご, fresh","b""",2',
        '3,"x\ny",,3',
        '',
      ].join('\r\n'),
    );
  });
});

it('has no cell in a CSV file that a spreadsheet would run', async () => {
  const record = {
    seq: '1',
    name: '=HYPERLINK("http://evil.example","x")',
    lines: [{ item: '@SUM(A1)', qty: '-1.5' }],
  };
  const rows = await encoded(csv(slip, 'lines'), 4_096, Buffer.from(`${JSON.stringify(record)}\n`));
  expect(rows.split('\r\n')[1]).toBe(`1,"'=HYPERLINK(""http://evil.example"",""x"")",'@SUM(A1),-1.5`);
});
