type Preferences = Readonly<Record<string, string | number | undefined>>;

const token = /^[\w!#$%&'*+.^`|~-]+$/;

/** Makes a `Prefer` header (RFC 7240). Without preferences there is no header. */
export function preferHeader(preferences: Preferences): { prefer?: string } {
  const parts = Object.entries(preferences).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${quotedIfNeeded(String(value))}`],
  );
  return parts.length === 0 ? {} : { prefer: parts.join(', ') };
}

/** Whether the platform reports that it applied the preference. */
export function isApplied(headers: Headers, name: string): boolean {
  const applied = headers.get('preference-applied') ?? '';
  return applied.split(',').some(
    (part) =>
      part
        .trim()
        .split(/[\s=;]/, 1)[0]
        ?.toLowerCase() === name,
  );
}

function quotedIfNeeded(value: string): string {
  return token.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`;
}
