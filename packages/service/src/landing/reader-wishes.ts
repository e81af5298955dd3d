import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';

/** The languages of the pages for people. The first one is the default. */
export type PageLanguage = 'en' | 'ja';

const languages: readonly PageLanguage[] = ['en', 'ja'];

/**
 * Whether the caller prefers a page to JSON. Programs that accept anything get JSON: only browsers name `text/html`.
 */
export function prefersPage(headers: IncomingHttpHeaders): boolean {
  const types = new Negotiator({ headers }).mediaTypes(['application/json', 'text/html']);
  return types[0] === 'text/html';
}

/** The language of a page by `Accept-Language`. */
export function languageOf(headers: IncomingHttpHeaders): PageLanguage {
  return (new Negotiator({ headers }).languages([...languages])[0] ?? 'en') as PageLanguage;
}
