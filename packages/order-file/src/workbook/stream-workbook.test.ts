import { describe, expect, it } from '@jest/globals';
import { readWorkbook } from './read-workbook.js';
import { streamWorkbook } from './stream-workbook.js';

type Rows = readonly (readonly string[])[];

async function workbookOf(headings: readonly string[], some: readonly Rows[]): Promise<Uint8Array> {
  const rows = async function* () {
    yield* some;
  };
  const chunks: Uint8Array[] = [];
  for await (const chunk of streamWorkbook({ name: 'Trade', headings, rows: rows() })) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

describe('a streamed workbook', () => {
  it('keeps every value as a text', async () => {
    const headings = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const values = ['00120', '=1+1', '2026-12-10', '<b>&"', '', '株式会社', '1e5'];
    const { rows, numbers } = readWorkbook(await workbookOf(headings, [[values, values], [], [values]]), 100);
    expect(rows.map(({ cells }) => cells)).toEqual([headings, values, values, values]);
    expect([...numbers]).toEqual([]);
  });

  it('leaves out what XML cannot contain, and cuts what Excel does not take', async () => {
    const { rows } = readWorkbook(await workbookOf(['a'], [[['x\u0000\u001Fy'], ['z'.repeat(40_000)]]]), 100);
    expect(rows.slice(1).map(({ cells: [text = ''] }) => [text.slice(0, 2), text.length])).toEqual([
      ['xy', 2],
      ['zz', 32_767],
    ]);
  });
});
