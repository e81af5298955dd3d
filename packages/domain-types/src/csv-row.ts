const endOfRow = '\r\n';
const needsQuotes = /[",\r\n]|^\s|\s$/;
/** What spreadsheets take for a formula: half or full width (Numbers and Excel read both), also behind blanks that a program drops. */
const beginsFormula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const signedNumber = /^[+-]\d[\d.,]*$/;

/**
 * One row of a CSV file with its line end (RFC 4180): quotes where a value has a comma, a quote, a line break, or a blank at an end. What
 * is neither text nor number stands as JSON. A text that spreadsheets would take for a formula gets an apostrophe in front, as OWASP
 * advises: a partner's comment must not run at its reader's. Numbers stay numbers.
 *
 * @param isExact leaves such texts as they are, for files that only programs read
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
