import { readQueryBytes, writeQueryBytes } from '@trading-platform/auth-core';
import type { Language } from './page/index.js';

/** The query of the authorization page without the choice of language: what a form is bound to. */
export function queryWithoutLanguage(query: string): string {
  return writeQueryBytes(readQueryBytes(query).filter(([name]) => name.toString() !== 'lang'));
}

/** The address of the same page in a language. */
export function inLanguage(path: string, query: string, language: Language): string {
  const rest = queryWithoutLanguage(query);
  return `${path}?${rest}${rest === '' ? '' : '&'}lang=${language}`;
}
