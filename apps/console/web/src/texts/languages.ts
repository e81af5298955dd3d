import { en, type Texts } from './en.js';
import type { Language } from './format.js';
import { ja } from './ja.js';

/** What the pages say, by language. */
export const speechTexts: Readonly<Record<Language, Texts>> = { en, ja };
