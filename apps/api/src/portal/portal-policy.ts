import { Inject, Injectable } from '@nestjs/common';
import type { PortalFile } from '@trading-platform/portal';
import { ENV, type Env } from '../env.js';

type Headers = Readonly<Record<string, string>>;

const yearSeconds = 31_536_000;
const isReference = ({ path }: PortalFile) => /(^|\/)reference\//.test(path);

/** Decides how long browsers may cache a file of the portal, and what its pages may load and call. */
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
   * Allowed scripts: the portal's own files and, in the guide, two small scripts that choose the colours before the page is
   * shown. The two small scripts are allowed by their hashes. Allowed styles: style attributes, by which the guide colours code,
   * and the style elements that the renderer of the reference adds. Allowed calls: to the server itself and, in the reference, to
   * the authentication server, so that readers can try the calls.
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
