/**
 * - `not-text`: the file is neither a workbook nor a text in a known encoding
 * - `old-workbook`: the file is a workbook of Excel 2003 or older, or is protected by a password
 * - `broken-workbook`: the file is a ZIP archive, but no workbook that can be read
 * - `large-workbook`: the unpacked workbook exceeds the limit
 */
export type OrderFileErrorCode = 'not-text' | 'old-workbook' | 'broken-workbook' | 'large-workbook';

/** The file cannot be opened. */
export class OrderFileError extends Error {
  override readonly name = 'OrderFileError';
  readonly code: OrderFileErrorCode;

  constructor(code: OrderFileErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
