import { transcode } from 'node:buffer';

/**
 * The bytes of a rendered record without its opening brace, as they follow the batch's own fields. The text must be
 * well-formed. The way over UTF-16 takes half the time of `Buffer.from(text)`.
 */
export function bodyOf(text: string): Buffer {
  return transcode(Buffer.from(text, 'utf16le'), 'utf16le', 'utf8').subarray(1);
}
