const endOfRow = '\r\n';

/** One row with its line end (RFC 4180). What is no text or number stands as JSON. */
export function csvRow(values: readonly unknown[]): string {
  return values.map(csvValue).join(',') + endOfRow;
}

function csvValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
