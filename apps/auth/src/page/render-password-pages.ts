import { accountMenu } from './account-menu.js';
import { type AccountTexts, accountTexts, type PasswordProblem } from './account-texts.js';
import { hiddenFields, newPasswordFields, type ProvenForm, problemBox } from './form-parts.js';
import { type Html, html } from './html.js';
import type { Language } from './page-language.js';
import { type LanguageLinks, renderPage } from './page-layout.js';
import { pageTexts } from './page-texts.js';
import { forgotten } from './render-sign-in-page.js';

/** The reason why a page for a new password is shown again. */
export interface PasswordFailure {
  readonly problem?: PasswordProblem | undefined;
}

export interface PasswordView extends ProvenForm, PasswordFailure {
  readonly userId: string;
}

interface DoneView {
  readonly language: Language;
}

/** Renders the page on which a person who has signed in changes the password. */
export function renderPasswordPage(view: PasswordView): string {
  const texts = accountTexts[view.language];
  return renderPage({
    ...view,
    ...titlesOf(texts, texts.passwordTitle, view),
    menu: accountMenu(view, 'password'),
    hasPassword: true,
    content: html`<p class="lead">${texts.passwordLead}</p>${failureBox(view)}<form method="post" action="${view.formAction}" novalidate>${hiddenFields(view)}${fieldsOf(texts, view)}<div class="actions"><button class="primary" type="submit" name="decision" value="change">${texts.change}</button></div></form>`,
  });
}

/** Renders the page after a change. The person can go on to the other pages of the account. */
export function renderChangedPage(view: ProvenForm): string {
  const texts = accountTexts[view.language];
  return renderPage({
    ...view,
    title: texts.changed,
    menu: accountMenu(view, 'password'),
    content: html`<p class="lead" role="status">${texts.changedText}</p>`,
  });
}

/** Renders the page on which a person sets a forgotten password by a link. */
export function renderResetPage(view: PasswordView): string {
  const texts = accountTexts[view.language];
  return renderPage({
    ...view,
    ...titlesOf(texts, texts.resetTitle, view),
    hasPassword: true,
    content: html`<p class="lead">${texts.resetLead}</p><dl class="facts"><dt>${pageTexts[view.language].userId}</dt><dd>${view.userId}</dd></dl>${failureBox(view)}<form method="post" action="${view.formAction}" novalidate>${hiddenFields(view)}${fieldsOf(texts, view)}<div class="actions"><button class="primary" type="submit" name="decision" value="set">${texts.set}</button></div></form>`,
  });
}

export function renderResetDonePage({ language }: DoneView): string {
  const texts = accountTexts[language];
  const content = html`<p class="lead" role="status">${texts.setText}</p>`;
  return renderPage({ language, title: texts.setTitle, content });
}

/**
 * Renders the page for a link that was used, has expired, or never existed. The page does not reveal which of the three
 * is true.
 */
export function renderDeadLinkPage(view: {
  readonly language: Language;
  readonly languageLinks?: LanguageLinks | undefined;
  readonly forgottenPassword?: string | undefined;
}): string {
  const texts = accountTexts[view.language];
  return renderPage({
    ...view,
    title: texts.deadTitle,
    content: html`<p class="lead">${texts.deadText}</p>${forgotten(view)}`,
  });
}

/** The user ID tells a password manager whose password it stores. */
function fieldsOf(texts: AccountTexts, { language, userId, problem }: PasswordView): Html {
  const owner = html`<input type="text" name="user_id" value="${userId}" autocomplete="username" hidden readonly>`;
  return html`${owner}${newPasswordFields(pageTexts[language], texts, problem !== undefined && problem !== 'busy')}`;
}

function titlesOf(texts: AccountTexts, title: string, { problem }: PasswordFailure) {
  return { title, windowTitle: problem && `${texts.passwordProblem}: ${title}` };
}

function failureBox({ language, problem }: PasswordFailure & { readonly language: Language }): Html | undefined {
  if (problem === undefined) return undefined;
  const { passwordProblem: heading, passwordProblems } = accountTexts[language];
  return problemBox(pageTexts[language], { heading, sentence: passwordProblems[problem] });
}
