import { type Html, html } from './html.js';
import type { Language } from './page-language.js';
import type { LanguageLinks } from './page-layout.js';
import type { PageTexts } from './page-texts.js';

/** The form of a page, with the token by which the server recognises it. */
export interface PageForm {
  readonly language: Language;
  /** The path and query to which the form is sent. */
  readonly formAction: string;
  readonly languageLinks?: LanguageLinks | undefined;
  readonly csrfToken: string;
  /** The secret of the reset link that the person has opened. */
  readonly link?: string | undefined;
}

/** A form that a person sends after typing the right password. */
export interface ProvenForm extends PageForm {
  /**
   * The sealed text that says who has typed the password, and whether this person has also proved the second factor.
   */
  readonly proof: string;
}

export const tick = html`<svg viewBox="0 0 16 16" aria-hidden="true" focusable="false"><path d="m3 8.5 3.2 3L13 4.5" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
export const warning = html`<svg viewBox="0 0 20 20" aria-hidden="true" focusable="false"><circle cx="10" cy="10" r="8.5" fill="none" stroke="currentColor" stroke-width="1.8"/><path d="M10 5.6v5.2" stroke="currentColor" stroke-width="2" stroke-linecap="round"/><circle cx="10" cy="14" r="1.2" fill="currentColor"/></svg>`;

export interface ShownProblem {
  readonly heading: string;
  readonly sentence: string;
  /** After how many seconds the person may try again. */
  readonly retryAfterSeconds?: number | false | undefined;
}

export function problemBox(texts: PageTexts, { heading, sentence, retryAfterSeconds = false }: ShownProblem): Html {
  const retry =
    retryAfterSeconds !== false && `${texts.sentenceGap}${texts.retryAfter(Math.ceil(retryAfterSeconds / 60))}`;
  return html`<div class="problem" id="problem" role="alert">${warning}<p><strong>${heading}</strong>${sentence}${retry}</p></div>`;
}

/** The hidden fields of a form. */
export function hiddenFields(form: PageForm | ProvenForm): Html {
  const link = form.link !== undefined && html`<input type="hidden" name="link" value="${form.link}">`;
  const proof = 'proof' in form && html`<input type="hidden" name="proof" value="${form.proof}">`;
  return html`<input type="hidden" name="csrf_token" value="${form.csrfToken}"><input type="hidden" name="lang" value="${form.language}">${link}${proof}`;
}

/** The fields for user ID and password. */
export function passwordFields(texts: PageTexts, { userId, wrong, passwordFirst }: PasswordFields): Html {
  return html`<div><label for="user_id">${texts.userId}</label><input id="user_id" name="user_id" type="text" value="${userId}" autocomplete="username" autocapitalize="none" autocorrect="off" spellcheck="false" maxlength="256" required${attributes(wrong.userId, !passwordFirst)}></div><div><label for="user_password">${texts.password}</label>${secretInput(texts, html`<input id="user_password" name="user_password" type="password" autocomplete="current-password" maxlength="2048" required${attributes(wrong.password, passwordFirst)}>`)}</div>`;
}

export interface PasswordFields {
  /** The user ID that was typed before. */
  readonly userId: string;
  readonly wrong: { readonly userId: boolean; readonly password: boolean };
  /** Whether the password field has the focus first. */
  readonly passwordFirst: boolean;
}

/** A field with a button that shows its text. Only the script of the page makes the button visible. */
function secretInput({ show, showTyped }: PageTexts, input: Html): Html {
  return html`<div class="secret">${input}<button class="reveal" type="button" aria-pressed="false" aria-label="${showTyped}" hidden>${show}</button></div>`;
}

/** The two fields for a new password. */
export function newPasswordFields(texts: PageTexts, words: NewPasswordTexts, isWrong: boolean): Html {
  const rule = html`<p class="hint" id="rule">${words.passwordRule}</p>`;
  const described = isWrong
    ? html` aria-invalid="true" aria-describedby="problem rule"`
    : html` aria-describedby="rule"`;
  const input = (name: string) =>
    secretInput(
      texts,
      html`<input id="${name}" name="${name}" type="password" autocomplete="new-password" maxlength="2048" required${described}${name === 'new_password' && html` autofocus`}>`,
    );
  return html`<div><label for="new_password">${words.newPassword}</label>${input('new_password')}${rule}</div><div><label for="repeated_password">${words.repeatedPassword}</label>${input('repeated_password')}</div>`;
}

export interface NewPasswordTexts {
  readonly newPassword: string;
  readonly repeatedPassword: string;
  readonly passwordRule: string;
}

/** The field for a code of the second factor. */
export function codeField(label: string, wrong: boolean, { focus = true } = {}): Html {
  return html`<div><label for="factor_code">${label}</label><input id="factor_code" name="factor_code" type="text" autocomplete="one-time-code" autocapitalize="none" autocorrect="off" spellcheck="false" maxlength="64" required${attributes(wrong, focus)}></div>`;
}

function attributes(wrong: boolean, focus: boolean): Html {
  return html`${wrong && html` aria-invalid="true" aria-describedby="problem"`}${focus && html` autofocus`}`;
}
