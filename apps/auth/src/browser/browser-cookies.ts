import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The two cookies in a browser. `form` contains the id of the browser: a form is valid only if it was made for this
 * id. `session` identifies the sign-in session.
 */
export type CookieName = 'form' | 'session';

/**
 * Cookies that scripts and other hosts can neither read nor set. If the server uses https, an unencrypted answer cannot set these
 * cookies either. The cookies have the attribute `SameSite=Lax`, because other sites link to the page but must not send its
 * forms.
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

  /** Sets a cookie that is kept until the browser is closed or, if `seconds` is given, for this time. */
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
