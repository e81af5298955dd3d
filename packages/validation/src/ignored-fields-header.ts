/** Longest value of the header, in characters; names that do not fit are left out. */
const longestHeader = 2_000;

/** Longest name in it, in characters of the sent name. */
const longestName = 100;

/**
 * The value of `X-Ignored-Fields`: the names with a comma and a blank between them. Whatever is not visible ASCII, and
 * the comma and the percent sign, is percent-encoded, so that no name can break the header. Undefined without names.
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
