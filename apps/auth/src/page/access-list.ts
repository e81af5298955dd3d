import type { Right } from '@trading-platform/domain-types';
import { rightMeanings } from '@trading-platform/domain-types/meanings';
import { tick } from './form-parts.js';
import { type Html, html } from './html.js';
import type { Language } from './page-language.js';
import { joined } from './page-layout.js';
import { pageTexts } from './page-texts.js';

/** The rights that an application will have. */
export interface Access {
  readonly language: Language;
  /** The rights, in the order in which the page lists them. */
  readonly rights: readonly Right[];
}

/** Lists in words what an application will be able to do. */
export function accessList({ language, rights }: Access): Html {
  const texts = pageTexts[language];
  const words = [...rights.map((right) => rightMeanings[right][language]), ...texts.accessPoints];
  const points = words.map((point) => html`<li>${tick}<span>${point}</span></li>`);
  return html`<section class="access"><h2>${texts.access}</h2><ul>${joined(points)}</ul></section>`;
}
