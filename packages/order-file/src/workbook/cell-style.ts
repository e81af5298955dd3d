import { readXml } from './read-xml.js';

/** How a spreadsheet shows the numbers of a style: as dates, with leading zeros, or plainly. */
export type CellStyle = { readonly kind: 'date' } | { readonly kind: 'zeros'; readonly digits: number } | undefined;

/** Reads the styles of a workbook. A cell names its style by its index. */
export function readStyles(xml: string | undefined): readonly CellStyle[] {
  const codes = new Map<number, string>();
  const styles: CellStyle[] = [];
  let isInCells = false;
  readXml(xml, {
    open: (name, attribute) => {
      if (name === 'numFmt') codes.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '');
      if (name === 'cellXfs') isInCells = true;
      if (name === 'xf' && isInCells) styles.push(styleOf(Number(attribute('numFmtId') ?? 0), codes));
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return styles;
}

function styleOf(id: number, codes: ReadonlyMap<number, string>): CellStyle {
  const code = codes.get(id);
  if (code === undefined) return isBuiltInDate(id) ? { kind: 'date' } : undefined;
  // Texts in quotes, escaped characters, and colours or languages in brackets are no part of the pattern.
  const pattern = code.replace(/"[^"]*"|\\.|_.|\[[^[\]]*\]/g, '').split(';', 1)[0] ?? '';
  if (/^0{2,}$/.test(pattern)) return { kind: 'zeros', digits: pattern.length };
  // The letters of years, eras and days.
  return /[ydg]/i.test(pattern) && !/general/i.test(pattern) ? { kind: 'date' } : undefined;
}

/** The numbers of date formats that are built in and need no code. The formats from 27 on are Japanese. */
function isBuiltInDate(id: number): boolean {
  return (
    (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || (id >= 34 && id <= 36) || (id >= 50 && id <= 58)
  );
}
