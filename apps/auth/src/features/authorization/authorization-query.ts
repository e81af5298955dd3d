import type { Language } from './page/index.js';

/** The query of the authorization page without the choice of language: what a form is bound to. */
export function queryWithoutLanguage(query: string): string {
  const parameters = new URLSearchParams(query);
  parameters.delete('lang');
  return parameters.toString();
}

/** The address of the same page in a language. */
export function inLanguage(path: string, query: string, language: Language): string {
  const parameters = new URLSearchParams(query);
  parameters.set('lang', language);
  return `${path}?${parameters.toString()}`;
}
