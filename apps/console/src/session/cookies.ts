/** The cookies of a request. Cookies that cannot be parsed are left out. */
export function readCookies(header: string | undefined): ReadonlyMap<string, string> {
  const pairs = (header ?? '').split(';').map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const;
  });
  return new Map(pairs.filter(([name]) => name !== ''));
}

/** How the browser keeps a cookie. */
export interface CookieTerms {
  readonly path: string;
  readonly sameSite: 'Strict' | 'Lax';
  readonly secure: boolean;
  /** With 0 the browser removes the cookie. Without a value the cookie lasts until the browser closes. */
  readonly maxAgeSeconds?: number;
}

/** The value of `Set-Cookie`. Scripts of the page can never read the cookie. */
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
