import { accountMenu } from './account-menu.js';
import { hiddenFields, type ProvenForm } from './form-parts.js';
import { type Html, html } from './html.js';
import type { Language } from './page-language.js';
import { joined, renderPage } from './page-layout.js';
import { pageTexts } from './page-texts.js';
import { passkeyTexts } from './passkey-texts.js';

/** A passkey as the page lists it. Times are epoch milliseconds. */
export interface ListedPasskey {
  readonly credentialId: string;
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | undefined;
}

export interface AccountView extends ProvenForm {
  readonly userId: string;
  readonly hasApp: boolean;
  readonly passkeys: readonly ListedPasskey[];
  /** Whether browsers allow passkeys on this server. */
  readonly allowsPasskeys: boolean;
  readonly isRequired: boolean;
  readonly recoveryCodes: number;
}

const formats: Readonly<Record<Language, Intl.DateTimeFormat>> = { en: formatFor('en-GB'), ja: formatFor('ja-JP') };

/** Renders the page on which a person sees and changes how the person signs in. */
export function renderAccountPage(view: AccountView): string {
  const texts = pageTexts[view.language];
  const count = view.passkeys.length + (view.hasApp ? 1 : 0);
  const mayRemove = !view.isRequired || count > 1;
  const note = count === 1 && view.isRequired && html`<p class="note">${texts.factorRequired}</p>`;
  return renderPage({
    ...view,
    title: texts.accountTitle,
    menu: accountMenu(view, 'security'),
    content: html`<dl class="facts"><dt>${texts.signedInAs}</dt><dd>${view.userId}</dd></dl><form class="list" method="post" action="${view.formAction}">${hiddenFields(view)}${app(view, mayRemove)}${passkeys(view, mayRemove)}${count > 0 && recoveryCodes(view)}</form>${note}`,
  });
}

function app({ language, hasApp, passkeys: { length } }: AccountView, mayRemove: boolean): Html {
  const texts = pageTexts[language];
  const kind = hasApp || length > 0 ? 'secondary' : 'primary';
  const remove = html`<button class="plain" type="submit" name="remove" value="authenticator">${passkeyTexts[language].removeApp}</button>`;
  return html`<h2>${texts.factor}</h2><p class="hint">${hasApp ? texts.factorOn : texts.factorOff}</p><div class="actions"><button class="${kind}" type="submit" name="decision" value="set-up">${hasApp ? texts.setUpOther : texts.setUp}</button>${hasApp && mayRemove && remove}</div>`;
}

function passkeys(view: AccountView, mayRemove: boolean): Html | undefined {
  const { language, allowsPasskeys } = view;
  if (!allowsPasskeys && view.passkeys.length === 0) return undefined;
  const words = passkeyTexts[language];
  const items = view.passkeys.map(({ credentialId, name, createdAt, lastUsedAt }) => {
    const used = lastUsedAt === undefined ? html`${words.neverUsed}` : timeOf(language, lastUsedAt);
    const remove = html`<button class="secondary" type="submit" name="remove" value="${credentialId}" aria-label="${words.remove}: ${name}">${words.remove}</button>`;
    return html`<li><p><strong>${name}</strong></p><dl class="times"><div><dt>${words.added}</dt><dd>${timeOf(language, createdAt)}</dd></div><div><dt>${words.lastUse}</dt><dd>${used}</dd></div></dl>${mayRemove && remove}</li>`;
  });
  const list =
    items.length === 0 ? html`<p class="hint">${words.noPasskeys}</p>` : html`<ul class="items">${joined(items)}</ul>`;
  const add = html`<div class="actions"><button class="secondary" type="submit" name="decision" value="set-up-passkey">${words.add}</button></div>`;
  return html`<h2>${words.passkeys}</h2>${list}${allowsPasskeys && add}`;
}

function recoveryCodes({ language, recoveryCodes: count }: AccountView): Html {
  const words = passkeyTexts[language];
  return html`<h2>${words.recoveryCodes}</h2><p class="hint">${words.recoveryCodesLeft(count)}</p><div class="actions"><button class="secondary" type="submit" name="decision" value="new-codes">${pageTexts[language].newCodes}</button></div>`;
}

function timeOf(language: Language, at: number): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${formats[language].format(at)}</time>`;
}

function formatFor(locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { timeZone: 'Asia/Tokyo', year: 'numeric', month: 'short', day: 'numeric' });
}
