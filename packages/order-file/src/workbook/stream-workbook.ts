import { strToU8, Zip, ZipDeflate } from 'fflate';
import { sheetEnd, sheetPart, sheetRow, sheetStart, workbookParts } from './workbook-parts.js';

/** The maximum number of rows of a sheet in Excel. More rows go into further sheets. */
const mostRows = 1_048_576;
const level = 3;

/** A table that becomes a workbook. */
export interface TextTable {
  /** The name of the first sheet. The names of further sheets end with a number. */
  readonly name: string;
  readonly headings: readonly string[];
  /** Rows of texts, some at a time. */
  readonly rows: AsyncIterable<readonly (readonly string[])[]>;
}

/**
 * Writes a table as an Excel workbook (.xlsx) while its rows arrive, so that memory use does not depend on their number. Every
 * value is a text: codes keep their leading zeros, and nothing is run as a formula. A text of more than 32,767 characters is cut.
 */
export async function* streamWorkbook({ name, headings, rows }: TextTable): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, data) => {
    if (error) throw error;
    chunks.push(data);
  });
  const sheets: string[] = [];
  const openSheet = () => {
    const sheet = new ZipDeflate(sheetPart(sheets.length), { level });
    sheets.push(sheets.length === 0 ? name : `${name} ${sheets.length + 1}`);
    zip.add(sheet);
    sheet.push(strToU8(sheetStart(headings.length) + sheetRow(headings)));
    return sheet;
  };
  let sheet = openSheet();
  let left = mostRows - 1;
  for await (const some of rows) {
    for (let from = 0; from < some.length; ) {
      if (left === 0) {
        sheet.push(strToU8(sheetEnd), true);
        sheet = openSheet();
        left = mostRows - 1;
      }
      const fitting = some.slice(from, from + left);
      sheet.push(strToU8(fitting.map(sheetRow).join('')));
      from += fitting.length;
      left -= fitting.length;
    }
    yield* chunks.splice(0);
  }
  sheet.push(strToU8(sheetEnd), true);
  for (const [part, xml] of Object.entries(workbookParts(sheets))) {
    const entry = new ZipDeflate(part, { level });
    zip.add(entry);
    entry.push(strToU8(xml), true);
  }
  zip.end();
  yield* chunks.splice(0);
}
