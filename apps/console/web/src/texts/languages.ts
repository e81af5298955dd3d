import { en, type Texts } from './en.js';
import type { Language } from './format.js';
import { ja } from './ja.js';

/** The texts of the pages, by language. */
export const speechTexts: Readonly<Record<Language, Texts>> = { en, ja };
