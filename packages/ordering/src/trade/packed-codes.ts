const separator = '\n';

/**
 * Codes packed into one text, in which `packedCode` finds each exactly: JSON strings never hold a line feed.
 * Empty codes are left out.
 */
export function packCodes(codes: Iterable<string>): string {
  const packed = [...new Set(codes)].filter((code) => code !== '').map((code) => JSON.stringify(code));
  return packed.length === 0 ? '' : `${separator}${packed.join(separator)}${separator}`;
}

/** What a packed text holds if and only if it holds the code. */
export function packedCode(code: string): string {
  return `${separator}${JSON.stringify(code)}${separator}`;
}

/** The codes of a packed text, each once. */
export function unpackCodes(packed: string): readonly string[] {
  return packed
    .split(separator)
    .filter((code) => code !== '')
    .map((code) => JSON.parse(code) as string);
}
