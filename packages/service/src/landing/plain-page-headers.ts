import { createHash } from 'node:crypto';

/**
 * The headers of a page that has one style sheet and no scripts, and loads nothing from elsewhere.
 *
 * @param style the content of its `style` element
 * @param vary the headers of a request on which the page depends
 */
export function plainPageHeaders<const Vary extends string>(style: string, vary: Vary) {
  const styleHash = createHash('sha256').update(style).digest('base64');
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'Referrer-Policy': 'no-referrer',
    Vary: vary,
    'X-Content-Type-Options': 'nosniff',
  } as const;
}
