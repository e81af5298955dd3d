const beyondAscii = /[^\x20-\x7e]/;
const known = new Map<string, string>();
const mostKnown = 20_000;

/**
 * A value as JSON, as a text with one character for each byte of its UTF-8 form (encoding `latin1`).
 * Lines made of such texts are written without encoding them again, which is most of the work otherwise;
 * Japanese names come again and again, so their form is kept.
 */
export function byteText(value: string): string {
  if (!beyondAscii.test(value)) return JSON.stringify(value);
  let text = known.get(value);
  if (text === undefined) {
    text = Buffer.from(JSON.stringify(value), 'utf8').toString('latin1');
    if (known.size < mostKnown) known.set(value, text);
  }
  return text;
}
