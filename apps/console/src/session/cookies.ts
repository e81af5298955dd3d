/** The cookies of a request. Unreadable cookies are left out. */
export function readCookies(header: string | undefined): ReadonlyMap<string, string> {
  const pairs = (header ?? '').split(';').map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const;
  });
  return new Map(pairs.filter(([name]) => name !== ''));
}

/** How a cookie is kept by the browser. */
export interface CookieTerms {
  readonly path: string;
  readonly sameSite: 'Strict' | 'Lax';
  readonly secure: boolean;
  /** 0 removes it; left out, it lives as long as the browser. */
  readonly maxAgeSeconds?: number;
}

/** The value of `Set-Cookie`. No script can read the cookie. */
export function cookie(name: string, value: string, terms: CookieTerms): string {
  const { path, sameSite, secure, maxAgeSeconds } = terms;
  return [
    `${name}=${value}`,
    `Path=${path}`,
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(secure ? ['Secure'] : []),
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
  ].join('; ');
}
