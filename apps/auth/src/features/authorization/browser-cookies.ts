import type { FastifyReply, FastifyRequest } from 'fastify';

/** The cookies in a browser: an id to which its forms are bound, and the sign-in session. */
export type CookieName = 'form' | 'session';

/**
 * Cookies that no script and no other host can read or set. On https, unencrypted answers cannot set them either. They are `Lax`, since
 * other sites link to the page but never send its forms.
 */
export class BrowserCookies {
  readonly #isSecure: boolean;

  constructor(issuer: string) {
    this.#isSecure = issuer.startsWith('https:');
  }

  read(request: FastifyRequest, name: CookieName): string | undefined {
    const wanted = `${this.#nameOf(name)}=`;
    const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
    return pairs.find((pair) => pair.startsWith(wanted))?.slice(wanted.length);
  }

  /** Sets a cookie that is kept until the browser is closed, or for `seconds`. */
  set(reply: FastifyReply, name: CookieName, value: string, seconds?: number): void {
    this.#append(reply, `${this.#nameOf(name)}=${value}${seconds === undefined ? '' : `; Max-Age=${seconds}`}`);
  }

  remove(reply: FastifyReply, name: CookieName): void {
    this.#append(reply, `${this.#nameOf(name)}=; Max-Age=0`);
  }

  #append(reply: FastifyReply, pair: string): void {
    void reply.header('Set-Cookie', `${pair}; Path=/; HttpOnly; SameSite=Lax${this.#isSecure ? '; Secure' : ''}`);
  }

  #nameOf(name: CookieName): string {
    return this.#isSecure ? `__Host-auth_${name}` : `auth_${name}`;
  }
}
