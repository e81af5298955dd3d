const separator = '\n';

/**
 * Packs codes into one text. `packedCode` finds each of them exactly, because a JSON string never holds a line feed. Empty codes are
 * left out.
 */
export function packCodes(codes: Iterable<string>): string {
  const packed = [...new Set(codes)].filter((code) => code !== '').map((code) => JSON.stringify(code));
  return packed.length === 0 ? '' : `${separator}${packed.join(separator)}${separator}`;
}

/** The text that a packed text contains if, and only if, the code is one of its codes. */
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
