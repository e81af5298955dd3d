const endOfRow = '\r\n';
const needsQuotes = /[",\r\n]|^\s|\s$/;
/**
 * The beginnings of texts that spreadsheets run as formulas: half or full width (Numbers and Excel run both), even
 * after blanks that a program drops.
 */
const beginsFormula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const signedNumber = /^[+-]\d[\d.,]*$/;

/**
 * One row of a CSV file with its line end (RFC 4180). A value with a comma, a quote, a line break, or a blank at an end
 * is quoted. A value that is neither a text nor a number is written as JSON. An apostrophe precedes a text that
 * spreadsheets would run as a formula, as OWASP advises: a partner's comment must not run on its reader's machine.
 * Numbers stay numbers.
 *
 * @param isExact leaves such texts unchanged, for files that only programs read
 */
export function csvRow(values: readonly unknown[], isExact = false): string {
  const row = values.map((value) => csvValue(textOf(value), isExact)).join(',');
  // A row of one empty value would be an empty line.
  return (row === '' && values.length === 1 ? '""' : row) + endOfRow;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

function csvValue(value: string, isExact: boolean): string {
  const text = !isExact && beginsFormula.test(value) && !signedNumber.test(value) ? `'${value}` : value;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
