const separator = '\n';

/**
 * Packs several codes into one text. With `packedCode`, each code can be found exactly, because a JSON string never contains a
 * line feed. Empty codes are omitted.
 */
export function packCodes(codes: Iterable<string>): string {
  let packed = '';
  for (const code of new Set(codes)) if (code !== '') packed += separator + quoted(code);
  return packed === '' ? '' : packed + separator;
}

/** The characters that JSON escapes. A text that needs no escape is only put between quotation marks. */
// oxlint-disable-next-line no-control-regex
const needsEscape = /["\\\u0000-\u001f\ud800-\udfff]/;

function quoted(code: string): string {
  return needsEscape.test(code) ? JSON.stringify(code) : `"${code}"`;
}

/** Returns the text that is part of a packed text if, and only if, the code is one of the packed codes. */
export function packedCode(code: string): string {
  return `${separator}${quoted(code)}${separator}`;
}

/** Returns the codes of a packed text, without repetitions. */
export function unpackCodes(packed: string): readonly string[] {
  return packed
    .split(separator)
    .filter((code) => code !== '')
    .map((code) => JSON.parse(code) as string);
}
