import { strToU8, zipSync } from 'fflate';
import { sheetEnd, sheetPart, sheetRow, sheetStart, workbookParts } from './workbook-parts.js';

/** Returns a workbook with one sheet that has these headings, and whose columns are texts. */
export function writeTextSheet(sheet: string, headings: readonly string[]): Uint8Array<ArrayBuffer> {
  const parts = {
    ...workbookParts([sheet]),
    [sheetPart(0)]: sheetStart(headings.length) + sheetRow(headings) + sheetEnd,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
}
