import { describe, expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { orderForm } from '../contract-form.js';
import { type OrderTable, openOrderFile, withCell } from '../order-file.js';
import { readOrders } from '../read-orders.js';
import { csvTemplate, workbookTemplate } from '../template.js';
import { readWorkbook } from './read-workbook.js';

const parts = {
  'xl/workbook.xml': `<workbook><workbookPr/><sheets><sheet name="隠し" state="hidden" r:id="rId1"/><sheet name="発注&amp;控" r:id="rId2"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
  'xl/sharedStrings.xml':
    '<sst><si><t>納品希望日</t><rPh sb="0" eb="2"><t>ノウヒン</t></rPh></si><si><r><t>00</t></r><r><t xml:space="preserve">12 </t></r></si></sst>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="176" formatCode="[$-411]ggge&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/><numFmt numFmtId="177" formatCode="00000000"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="176"/><xf numFmtId="177"/></cellXfs></styleSheet>',
};

function workbook(rows: string, more: Readonly<Record<string, string>> = {}): Uint8Array {
  const sheets = { 'xl/worksheets/sheet2.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>` };
  const all = Object.entries({ ...parts, ...sheets, ...more });
  return zipSync(Object.fromEntries(all.map(([name, xml]) => [name, strToU8(xml)])));
}

describe('a workbook', () => {
  it('is read from its first visible sheet; texts stay texts, and numbers are read as a spreadsheet shows them', () => {
    const cells = [
      '<c r="A2" t="s"><v>1</v></c>',
      '<c r="C2" s="1"><v>46366</v></c>',
      '<c r="D2" s="2"><v>46366.5</v></c>',
      '<c r="E2" s="3"><v>601</v></c>',
      '<c r="F2"><v>0.30000000000000004</v></c>',
      '<c r="G2"><v>6.0101E+10</v></c>',
      '<c r="H2" t="str"><f>A1&amp;"x"</f><v>x &lt; y</v></c>',
      '<c r="I2" t="inlineStr"><is><t>_x0031_行</t></is></c>',
      '<c r="J2" t="b"><v>1</v></c>',
      '<c r="K2" t="e"><v>#N/A</v></c>',
      '<c r="L2"><v>1.2345678901234567E+17</v></c>',
    ].join('');
    const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2">${cells}</row><row r="9"><c r="B9" s="1"/></row>`;
    expect(readWorkbook(workbook(rows), 10)).toEqual({
      sheet: '発注&控',
      rows: [
        { line: 1, cells: ['納品希望日'] },
        {
          line: 2,
          cells: [
            '0012 ',
            '',
            '2026-12-10',
            '2026-12-10 12:00:00',
            '00000601',
            '0.3',
            '60101000000',
            'x < y',
            '1行',
            'TRUE',
            '#N/A',
            '123456789012346000',
          ],
        },
      ],
      isTooLong: false,
      lost: [
        { kind: 'cell-error', line: 2, cell: 10 },
        { kind: 'digits', line: 2, cell: 11 },
      ],
      numbers: new Set(['2:5', '2:6', '2:11']),
    });
  });

  it('counts days from 1904 where it was made on an old Mac', () => {
    const book = { 'xl/workbook.xml': parts['xl/workbook.xml'].replace('<workbookPr', '<workbookPr date1904="1"') };
    const { rows } = readWorkbook(workbook('<row><c s="1"><v>44904</v></c></row>', book), 10);
    expect(rows).toEqual([{ line: 1, cells: ['2026-12-10'] }]);
  });

  it('is bounded', () => {
    const rows = Array.from({ length: 5 }, () => '<row><c><v>1</v></c></row>').join('');
    expect(readWorkbook(workbook(rows), 4)).toMatchObject({ isTooLong: true, rows: { length: 4 } });
    const bomb = workbook(rows);
    // The central directory, which follows the parts, declares the unpacked sizes.
    const directory = Buffer.from(bomb.buffer);
    directory.writeUInt32LE(2 ** 28, directory.indexOf('PK\u0001\u0002') + 24);
    expect(() => readWorkbook(bomb, 4)).toThrow(expect.objectContaining({ code: 'large-workbook' }));
  });

  it.each([
    ['no sheet', { 'xl/workbook.xml': '<workbook/>' }],
    ['no XML', { 'xl/worksheets/sheet2.xml': '<worksheet><row' }],
  ])('cannot be read: %s', (_, broken) => {
    expect(() => readWorkbook(workbook('', broken), 10)).toThrow(expect.objectContaining({ code: 'broken-workbook' }));
  });
});

describe('a template', () => {
  it.each(['en', 'ja'] as const)('has every column, and is read again: %s', async (language) => {
    for (const make of [workbookTemplate, csvTemplate]) {
      const file = await openOrderFile(await make(orderForm, language), 'orders');
      expect(readOrders(file, orderForm)).toMatchObject({ orders: [], defects: [] });
    }
  });
});

describe('codes in a workbook', () => {
  it('that are stored as numbers are reported, until they are corrected', async () => {
    const names = [
      'upload_no',
      'member_code_self',
      'member_code_partner',
      'hope_delivery_date',
      'send_flg',
      'prod_lot_qty',
    ];
    const head = names.map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`).join('');
    const rows = `<row>${head}</row><row><c t="str"><v>U1</v></c>${'<c><v>1</v></c>'.repeat(5)}</row>`;
    const file = (await openOrderFile(workbook(rows), 'orders.xlsx')) as OrderTable;
    expect(readOrders(file, orderForm).numberFields).toEqual(['member_code_self', 'member_code_partner']);
    const corrected = withCell(withCell(file, 2, 1, '01'), 2, 2, '02');
    expect(readOrders(corrected, orderForm).numberFields).toEqual([]);
  });
});
