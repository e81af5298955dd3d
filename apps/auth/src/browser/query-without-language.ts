import { readQueryBytes, writeQueryBytes } from '@trading-platform/auth-core';
import type { Language } from '../page/index.js';

/**
 * Returns the query of a page without the parameter for the language. A form is valid only for a page with
 * this same query, in any language.
 */
export function queryWithoutLanguage(query: string): string {
  return writeQueryBytes(readQueryBytes(query).filter(([name]) => name.toString() !== 'lang'));
}

/** Returns the address of the same page in another language. */
export function inLanguage(path: string, query: string, language: Language): string {
  const rest = queryWithoutLanguage(query);
  return `${path}?${rest}${rest === '' ? '' : '&'}lang=${language}`;
}
