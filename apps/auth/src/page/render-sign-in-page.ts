import type { Right } from '@trading-platform/domain-types';
import { accessList } from './access-list.js';
import { type AccountPlace, accountTexts } from './account-texts.js';
import { hiddenFields, type PageForm, passwordFields, problemBox } from './form-parts.js';
import { type Html, html } from './html.js';
import { type LanguageLinks, renderPage } from './page-layout.js';
import { type PageTexts, pageTexts, type SignInProblem } from './page-texts.js';

/** The common data of the two pages that ask a person about an application. */
interface ApplicationView extends PageForm {
  /** The registered name of the application. The name is shown, but the server does not rely on it. */
  readonly applicationName: string;
  /** The rights that the application will have, in the order in which the page lists them. */
  readonly rights: readonly Right[];
  readonly languageLinks: LanguageLinks;
  /** The user ID that was typed before, or the ID of the user who is signed in. */
  readonly userId: string;
}

/** The reason why a form for user ID and password is shown again. */
export interface SignInFailure {
  readonly problem?: SignInProblem | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** The operator's advice for people who have forgotten the password: an https address, or a text. */
  readonly forgottenPassword?: string | undefined;
}

export type SignInView = ApplicationView & SignInFailure;

export type ConfirmView = ApplicationView;

/** The page on which a person signs in to the person's own account, not for an application. */
export interface AccountSignInView extends PageForm, SignInFailure {
  /** The page to which the person wants to go. */
  readonly place: AccountPlace;
  readonly userId: string;
}

/** The page on which a person signs in to decide about a device. */
export interface DeviceSignInView extends PageForm, SignInFailure {
  readonly applicationName: string;
  readonly userId: string;
}

/** Renders the page that asks for user ID and password (Spec 4.1). The page never contains a password that was typed. */
export function renderSignInPage(view: SignInView): string {
  const texts = pageTexts[view.language];
  return renderPage({
    ...view,
    ...titlesOf(texts, view),
    hasPassword: true,
    content: html`<p class="lead">${texts.signInLead(view.applicationName)}</p>${accessList(view)}${failureBox(texts, view)}<form method="post" action="${view.formAction}" novalidate>${hiddenFields(view)}${fieldsOf(texts, view)}<div class="actions"><button class="primary" type="submit" name="decision" value="sign-in">${texts.signIn}</button><button class="secondary" type="submit" name="decision" value="cancel">${texts.cancel}</button></div></form>${forgotten(view)}<p class="note">${texts.passwordNote(view.applicationName)}</p>`,
  });
}

/** Renders the page on which a person signs in for a page of the person's own account. */
export function renderAccountSignInPage(view: AccountSignInView): string {
  const texts = pageTexts[view.language];
  return renderPage({
    ...view,
    ...titlesOf(texts, view),
    hasPassword: true,
    content: html`<p class="lead">${accountTexts[view.language].leads[view.place]}</p>${failureBox(texts, view)}<form method="post" action="${view.formAction}" novalidate>${hiddenFields(view)}${fieldsOf(texts, view)}<div class="actions"><button class="primary" type="submit" name="decision" value="sign-in">${texts.signInOnly}</button></div></form>${forgotten(view)}`,
  });
}

/** Renders the page on which a person signs in to decide about a device. */
export function renderDeviceSignInPage(view: DeviceSignInView): string {
  const texts = pageTexts[view.language];
  return renderPage({
    ...view,
    ...titlesOf(texts, view),
    hasPassword: true,
    content: html`<p class="lead">${texts.deviceSignInLead(view.applicationName)}</p>${failureBox(texts, view)}<form method="post" action="${view.formAction}" novalidate>${hiddenFields(view)}${fieldsOf(texts, view)}<div class="actions"><button class="primary" type="submit" name="decision" value="sign-in">${texts.signInOnly}</button><button class="secondary" type="submit" name="decision" value="cancel">${texts.refuse}</button></div></form>${forgotten(view)}<p class="note">${texts.passwordNote(view.applicationName)}</p>`,
  });
}

/** Renders the page for a user who is already signed in and only has to confirm which application gets access. */
export function renderConfirmPage(view: ConfirmView): string {
  const texts = pageTexts[view.language];
  return renderPage({
    ...view,
    title: texts.confirmTitle,
    content: html`<p class="lead">${texts.confirmLead(view.applicationName)}</p>${accessList(view)}<dl class="facts"><dt>${texts.signedInAs}</dt><dd>${view.userId}</dd></dl><form method="post" action="${view.formAction}">${hiddenFields(view)}<div class="actions"><button class="primary" type="submit" name="decision" value="allow">${texts.allow}</button><button class="secondary" type="submit" name="decision" value="cancel">${texts.cancel}</button><button class="plain" type="submit" name="decision" value="sign-out">${texts.signOut}</button></div></form>`,
  });
}

function titlesOf(texts: PageTexts, { problem }: SignInFailure) {
  return { title: texts.signInTitle, windowTitle: problem && `${texts.problem}: ${texts.signInTitle}` };
}

function failureBox(texts: PageTexts, { problem, retryAfterSeconds }: SignInFailure): Html | undefined {
  if (problem === undefined) return undefined;
  return problemBox(texts, {
    heading: texts.problem,
    sentence: texts.problems[problem],
    retryAfterSeconds: problem === 'locked' && retryAfterSeconds,
  });
}

/** The operator's advice for people who have forgotten the password, if there is one. */
export function forgotten({
  language,
  forgottenPassword,
}: Pick<SignInFailure, 'forgottenPassword'> & Pick<PageForm, 'language'>): Html | undefined {
  if (forgottenPassword === undefined) return undefined;
  const question = accountTexts[language].forgotten;
  if (!forgottenPassword.startsWith('https://'))
    return html`<p class="note"><strong>${question}</strong> ${forgottenPassword}</p>`;
  return html`<p class="note"><a href="${forgottenPassword}">${question}</a></p>`;
}

function fieldsOf(texts: PageTexts, { userId, problem }: SignInFailure & { readonly userId: string }): Html {
  const wrong = {
    userId: problem === 'missing-user-id' || problem === 'wrong-credentials',
    password: problem === 'missing-password' || problem === 'wrong-credentials',
  };
  const passwordFirst = userId !== '' && problem !== undefined && problem !== 'missing-user-id';
  return passwordFields(texts, { userId, wrong, passwordFirst });
}
