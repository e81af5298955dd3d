import { transcode } from 'node:buffer';

/**
 * The bytes of a rendered record without its opening brace: they come after the fields of the batch. The text must be
 * well-formed. Going through UTF-16 takes half the time of `Buffer.from(text)`.
 */
export function bodyOf(text: string): Buffer {
  return transcode(Buffer.from(text, 'utf16le'), 'utf16le', 'utf8').subarray(1);
}
