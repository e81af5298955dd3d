import { type AccountPlace, accountPlaces, accountTexts } from './account-texts.js';
import { hiddenFields, type ProvenForm } from './form-parts.js';
import { type Html, html } from './html.js';
import { joined } from './page-layout.js';

/**
 * The menu that leads from one page of a person's own account to the others. The entries are buttons of a form, because
 * the proof of the person must not appear in an address.
 */
export function accountMenu(view: ProvenForm, current: AccountPlace): Html {
  const { menu, places } = accountTexts[view.language];
  const base = view.formAction.slice(0, view.formAction.lastIndexOf('/'));
  const entries = accountPlaces.map(
    (place) =>
      html`<button type="submit" name="decision" value="show" formaction="${base}/${place}"${place === current && html` aria-current="page"`}>${places[place]}</button>`,
  );
  return html`<nav class="account" aria-label="${menu}"><form method="post" action="${view.formAction}">${hiddenFields(view)}${joined(entries)}</form></nav>`;
}
