/** Longest value of the header, in characters. Further names are left out. */
const longestHeader = 2_000;

/** Most characters of a name. */
const longestName = 100;

/**
 * The value of `X-Ignored-Fields`: the names, separated by a comma and a blank; undefined without names. Commas, percent signs
 * and everything except visible ASCII are percent-encoded, so that no name can break the header.
 */
export function ignoredFieldsHeader(ignoredFields: readonly string[]): string | undefined {
  let header = '';
  for (const name of ignoredFields) {
    const next = header === '' ? encodeName(name) : `${header}, ${encodeName(name)}`;
    if (next.length > longestHeader) break;
    header = next;
  }
  return header === '' ? undefined : header;
}

function encodeName(name: string): string {
  return name
    .slice(0, longestName)
    .toWellFormed()
    .replaceAll(/[^!-$&-+\--~]/gu, encodeURIComponent);
}
