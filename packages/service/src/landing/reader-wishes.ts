import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';

/** The languages of the pages for people. The first one is for readers who know none of them. */
export type PageLanguage = 'en' | 'ja';

const languages: readonly PageLanguage[] = ['en', 'ja'];

/**
 * Whether the caller would rather have a page than JSON. Whoever takes anything, as programs do, gets JSON: only a browser
 * names `text/html`.
 */
export function prefersPage(headers: IncomingHttpHeaders): boolean {
  const types = new Negotiator({ headers }).mediaTypes(['application/json', 'text/html']);
  return types[0] === 'text/html';
}

/** The language of a page by `Accept-Language`. */
export function languageOf(headers: IncomingHttpHeaders): PageLanguage {
  return (new Negotiator({ headers }).languages([...languages])[0] ?? 'en') as PageLanguage;
}
