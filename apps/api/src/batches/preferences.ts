const token = "[\\w!#$%&'*+.^`|~-]+";
const word = `(?:(${token})|"((?:[^"\\\\]|\\\\.)*)")`;
/** One preference with its parameters, up to the next comma or the end. */
const preference = new RegExp(
  `[ \\t]*(${token})(?:[ \\t]*=[ \\t]*${word})?(?:[ \\t]*;[ \\t]*(?:${token}(?:[ \\t]*=[ \\t]*${word})?)?)*[ \\t]*(?:,|$)`,
  'y',
);

/**
 * The preferences of a call by name, in lower case (RFC 7240). A preference without a value has `""`. If a name comes several
 * times, the first counts. Malformed text is ignored up to the next comma: a preference never makes a call fail.
 */
export function readPreferences(header: string | readonly string[] | undefined): ReadonlyMap<string, string> {
  const preferences = new Map<string, string>();
  if (header === undefined) return preferences;
  const text = typeof header === 'string' ? header : header.join(',');
  for (let at = 0; at < text.length; ) {
    preference.lastIndex = at;
    const found = preference.exec(text);
    if (found === null) {
      const comma = text.indexOf(',', at);
      at = comma < 0 ? text.length : comma + 1;
      continue;
    }
    at = preference.lastIndex;
    const name = (found[1] ?? '').toLowerCase();
    if (!preferences.has(name)) preferences.set(name, found[2] ?? found[3]?.replace(/\\(.)/g, '$1') ?? '');
  }
  return preferences;
}
