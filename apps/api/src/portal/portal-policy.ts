import { Inject, Injectable } from '@nestjs/common';
import type { PortalFile } from '@trading-platform/portal';
import { ENV, type Env } from '../env.js';

type Headers = Readonly<Record<string, string>>;

const yearSeconds = 31_536_000;
const isReference = ({ path }: PortalFile) => /(^|\/)reference\//.test(path);

/** How long a file of the portal may be kept, and what its pages may load and call. */
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
   * Scripts: our own files and, in the guide, the two small scripts that choose the colours before the first paint, by their hashes.
   * Styles: the guide colours code by attributes; the renderer of the reference adds style elements as well. Calls: to this origin, and in
   * the reference to the authentication server, for "try it".
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
