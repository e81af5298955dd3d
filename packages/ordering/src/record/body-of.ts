import { transcode } from 'node:buffer';

/**
 * A buffer in which the texts of bodies are converted to UTF-8, one after another. If a text is too long for the shared buffer,
 * it gets a buffer of its own.
 */
const scratch = Buffer.allocUnsafeSlow(1024 * 1024);
const bytesPerUnit = 2;

/**
 * Returns the bytes of a rendered record without its opening brace, because they follow the fields about the batch. The text must
 * be valid Unicode. Encoding into a buffer that already exists takes a third of the time of `Buffer.from(text)`.
 */
export function bodyOf(text: string): Buffer {
  return transcode(inUtf16(text), 'utf16le', 'utf8').subarray(1);
}

function inUtf16(text: string): Buffer {
  if (text.length * bytesPerUnit > scratch.length) return Buffer.from(text, 'utf16le');
  return scratch.subarray(0, scratch.write(text, 'utf16le'));
}

/** Like `bodyOf`, for a record that was rendered to bytes. */
export function bodyIn(record: Buffer): Buffer {
  return record.subarray(1);
}
