const beyondAscii = /[^\x20-\x7e]/;
const known = new Map<string, string>();
const mostKnown = 20_000;

/**
 * Returns a value as JSON, with one character for each byte of the UTF-8 form (encoding `latin1`). A line that consists
 * of such texts needs no further encoding when it is written, which saves most of the work. Encoded texts are kept,
 * because Japanese names are repeated often.
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
