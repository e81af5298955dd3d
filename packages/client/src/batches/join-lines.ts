import type { Page } from './read-page.js';

const newLine = 0x0a;

/** The records of a page as lines, in the memory of the page: each moves up to the one before, as far as there is anything between them. */
export function joinLines({ body, records }: Pick<Page, 'body' | 'records'>): Uint8Array {
  const [first] = records;
  if (first === undefined) return new Uint8Array();
  const from = first.byteOffset - body.byteOffset;
  let to = from;
  for (const record of records) {
    const start = record.byteOffset - body.byteOffset;
    if (start !== to) body.copyWithin(to, start, start + record.length);
    to += record.length;
    body[to++] = newLine;
  }
  return body.subarray(from, to);
}
