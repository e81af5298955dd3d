import { OrderFileError } from './order-file-error.js';

/** An encoding of a text. Spreadsheets in Japan save tables in `shift_jis` (CP932), and Unicode texts in `utf-16le`. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'shift_jis';

/**
 * Decodes a text, and leaves out its byte order mark. A text without a mark is UTF-16 if one of its first two bytes is
 * zero. Otherwise it is UTF-8, or Shift_JIS if it is not valid UTF-8.
 *
 * @throws OrderFileError `not-text`
 */
export function decodeOrders(bytes: Uint8Array): { readonly text: string; readonly encoding: TextEncoding } {
  for (const encoding of encodingsOf(bytes)) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      if (!text.includes('\0')) return { text, encoding };
    } catch {
      // The next encoding may fit.
    }
  }
  throw new OrderFileError(
    'not-text',
    'the file is neither an Excel workbook nor a text in UTF-8, UTF-16 or Shift_JIS',
  );
}

function encodingsOf([first, second]: Uint8Array): readonly TextEncoding[] {
  if ((first === 0xff && second === 0xfe) || second === 0) return ['utf-16le'];
  if ((first === 0xfe && second === 0xff) || first === 0) return ['utf-16be'];
  return ['utf-8', 'shift_jis'];
}
