import { Inject, Injectable } from '@nestjs/common';
import type { PortalFile } from '@trading-platform/portal';
import { ENV, type Env } from '../env.js';

type Headers = Readonly<Record<string, string>>;

const yearSeconds = 31_536_000;
const isReference = ({ path }: PortalFile) => /(^|\/)reference\//.test(path);

/** Decides how long browsers may cache a file of the portal, and which resources its pages may load and call. */
@Injectable()
export class PortalPolicy {
  readonly #authOrigin: string;

  constructor(@Inject(ENV) { issuer }: Env) {
    this.#authOrigin = new URL(issuer).origin;
  }

  headersOf(file: PortalFile): Headers {
    const isPage = file.type.startsWith('text/html');
    return {
      'Content-Type': file.type,
      ETag: file.etag,
      'Cache-Control': file.isImmutable
        ? `public, max-age=${yearSeconds}, immutable`
        : 'public, max-age=0, must-revalidate',
      'X-Content-Type-Options': 'nosniff',
      ...(isPage ? { 'Content-Security-Policy': this.#contentPolicy(file), 'Referrer-Policy': 'no-referrer' } : {}),
    };
  }

  /**
   * A page may run the portal's own script files. A page of the guide may also run two small inline scripts, which
   * choose the colours before the page is shown. The policy allows them by their hashes. The guide may use style
   * attributes, which colour its code, and the reference may use the style elements that its renderer adds. A page may
   * call the server from which it came. The reference may also call the authentication server, so that readers can try
   * the calls.
   */
  #contentPolicy(file: PortalFile): string {
    const reference = isReference(file);
    return [
      "default-src 'none'",
      `script-src ${["'self'", ...file.scripts].join(' ')}`,
      reference ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'; style-src-attr 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self'",
      `connect-src 'self'${reference ? ` ${this.#authOrigin}` : ''}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; ');
  }
}
