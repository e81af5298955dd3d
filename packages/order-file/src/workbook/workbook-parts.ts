const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** The number of the format that keeps typed values as texts. */
const textFormat = 49;
/** The maximum length of a text in a cell. Excel refuses a workbook with a longer one. */
const longestText = 32_767;

/** Returns all parts of a workbook except its sheets, by their names in the archive. */
export function workbookParts(sheets: readonly string[]): Readonly<Record<string, string>> {
  const overrides = sheets.map((_, index) => override(sheetPart(index), 'worksheet')).join('');
  const listed = sheets.map(
    (name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const targets = sheets.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const);
  return {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('xl/workbook.xml', 'sheet.main')}${overrides}${override('xl/styles.xml', 'styles')}</Types>`,
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([...targets, ['styles', 'styles.xml']]),
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="${textFormat}" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  };
}

/** The name of a sheet in the archive. */
export function sheetPart(index: number): string {
  return `xl/worksheets/sheet${index + 1}.xml`;
}

/** The beginning of a sheet whose columns are texts. Its first row stays visible. */
export function sheetStart(columns: number): string {
  const view =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews>';
  return `${head}<worksheet xmlns="${main}">${view}<cols><col min="1" max="${columns}" width="20" style="1" customWidth="1"/></cols><sheetData>`;
}

export const sheetEnd = '</sheetData></worksheet>';

/** One row of texts. A cell without a text is left empty. */
export function sheetRow(texts: readonly string[]): string {
  return `<row>${texts.map(cell).join('')}</row>`;
}

function cell(text: string): string {
  return text === '' ? '<c/>' : `<c t="inlineStr" s="1"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

function override(part: string, type: string): string {
  return `<Override PartName="/${part}" ContentType="${types}.${type}+xml"/>`;
}

function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const each = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`,
  );
  return `${head}<Relationships xmlns="${packageRelations}">${each.join('')}</Relationships>`;
}

/** XML cannot contain most control characters. */
// oxlint-disable-next-line eslint/no-control-regex
const unwritable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

function escaped(text: string): string {
  return text
    .slice(0, longestText)
    .replaceAll(unwritable, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
