import type { Right } from '@trading-platform/domain-types';
import { rightMeanings } from '@trading-platform/domain-types/meanings';
import { type Html, html } from './html.js';
import type { Language } from './page-language.js';
import { joined, type LanguageLinks, renderPage } from './page-layout.js';
import { type PageTexts, pageTexts, type SignInProblem } from './page-texts.js';

/** The common data of the two pages that ask a person about an application. */
interface ApplicationView {
  readonly language: Language;
  /** The registered name of the application. The name is shown, but the server does not rely on it. */
  readonly applicationName: string;
  /** What the application will be able to do, in the order in which the page lists it. */
  readonly rights: readonly Right[];
  /** The path and query to which the form is sent. */
  readonly formAction: string;
  readonly languageLinks: LanguageLinks;
  readonly csrfToken: string;
  /** The user ID that was typed before, or the ID of the user who is signed in. */
  readonly userId: string;
}

export interface SignInView extends ApplicationView {
  readonly problem?: SignInProblem | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

export type ConfirmView = ApplicationView;

const tick = html`<svg viewBox="0 0 16 16" aria-hidden="true" focusable="false"><path d="m3 8.5 3.2 3L13 4.5" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
const warning = html`<svg viewBox="0 0 20 20" aria-hidden="true" focusable="false"><circle cx="10" cy="10" r="8.5" fill="none" stroke="currentColor" stroke-width="1.8"/><path d="M10 5.6v5.2" stroke="currentColor" stroke-width="2" stroke-linecap="round"/><circle cx="10" cy="14" r="1.2" fill="currentColor"/></svg>`;

/** Renders the page that asks for user ID and password (Spec 4.1). The page never contains a password that was typed. */
export function renderSignInPage(view: SignInView): string {
  const texts = pageTexts[view.language];
  const { problem } = view;
  const userIdWrong = problem === 'missing-user-id' || problem === 'wrong-credentials';
  const passwordWrong = problem === 'missing-password' || problem === 'wrong-credentials';
  const passwordFirst = view.userId !== '' && problem !== undefined && problem !== 'missing-user-id';
  return renderPage({
    ...view,
    title: texts.signInTitle,
    windowTitle: problem && `${texts.problem}: ${texts.signInTitle}`,
    content: html`<p class="lead">${texts.signInLead(view.applicationName)}</p>${access(view)}${problem && problemBox(texts, problem, view.retryAfterSeconds)}<form method="post" action="${view.formAction}" novalidate>${hidden(view)}<div><label for="user_id">${texts.userId}</label><input id="user_id" name="user_id" type="text" value="${view.userId}" autocomplete="username" autocapitalize="none" autocorrect="off" spellcheck="false" maxlength="256" required${attributes(userIdWrong, !passwordFirst)}></div><div><label for="user_password">${texts.password}</label><input id="user_password" name="user_password" type="password" autocomplete="current-password" maxlength="2048" required${attributes(passwordWrong, passwordFirst)}></div><div class="actions"><button class="primary" type="submit" name="decision" value="sign-in">${texts.signIn}</button><button class="secondary" type="submit" name="decision" value="cancel">${texts.cancel}</button></div></form><p class="note">${texts.passwordNote(view.applicationName)}</p>`,
  });
}

/** Renders the page for a user who is already signed in and only has to confirm which application gets access. */
export function renderConfirmPage(view: ConfirmView): string {
  const texts = pageTexts[view.language];
  return renderPage({
    ...view,
    title: texts.confirmTitle,
    content: html`<p class="lead">${texts.confirmLead(view.applicationName)}</p>${access(view)}<dl class="facts"><dt>${texts.signedInAs}</dt><dd>${view.userId}</dd></dl><form method="post" action="${view.formAction}">${hidden(view)}<div class="actions"><button class="primary" type="submit" name="decision" value="allow">${texts.allow}</button><button class="secondary" type="submit" name="decision" value="cancel">${texts.cancel}</button><button class="plain" type="submit" name="decision" value="sign-out">${texts.signOut}</button></div></form>`,
  });
}

function access({ language, rights }: ApplicationView): Html {
  const texts = pageTexts[language];
  const words = [...rights.map((right) => rightMeanings[right][language]), ...texts.accessPoints];
  const points = words.map((point) => html`<li>${tick}<span>${point}</span></li>`);
  return html`<section class="access"><h2>${texts.access}</h2><ul>${joined(points)}</ul></section>`;
}

function problemBox(texts: PageTexts, problem: SignInProblem, retryAfterSeconds: number | undefined): Html {
  const retry =
    problem === 'locked' &&
    retryAfterSeconds !== undefined &&
    `${texts.sentenceGap}${texts.retryAfter(Math.ceil(retryAfterSeconds / 60))}`;
  return html`<div class="problem" id="problem" role="alert">${warning}<p><strong>${texts.problem}</strong>${texts.problems[problem]}${retry}</p></div>`;
}

function hidden({ csrfToken, language }: ApplicationView): Html {
  return html`<input type="hidden" name="csrf_token" value="${csrfToken}"><input type="hidden" name="lang" value="${language}">`;
}

function attributes(wrong: boolean, focus: boolean): Html {
  return html`${wrong && html` aria-invalid="true" aria-describedby="problem"`}${focus && html` autofocus`}`;
}
