import { html } from './html.js';
import type { Language } from './page-language.js';
import { type LanguageLinks, renderPage } from './page-layout.js';
import { pageTexts, type RequestProblem } from './page-texts.js';

export interface ErrorView {
  readonly language: Language;
  readonly problem: RequestProblem;
  /** The id that the log lines about this request contain. */
  readonly requestId: string;
  readonly languageLinks?: LanguageLinks | undefined;
}

export interface SignedOutView {
  readonly language: Language;
  /** The address of the same request. There the person can sign in with another user ID. */
  readonly signInAddress?: string | undefined;
  readonly languageLinks?: LanguageLinks | undefined;
}

/** Renders the page for a request that the server must not answer to the application (Spec 4.1, RFC 6749 §4.1.2.1). */
export function renderErrorPage(view: ErrorView): string {
  const texts = pageTexts[view.language];
  const { what, todo } = texts.requestProblems[view.problem];
  return renderPage({
    ...view,
    title: texts.errorTitle,
    content: html`<p class="lead">${what}</p><p class="lead">${todo}</p><dl class="facts"><dt>${texts.requestId}</dt><dd><code>${view.requestId}</code></dd></dl>`,
  });
}

/** Renders the page that is shown after the user has signed out. */
export function renderSignedOutPage(view: SignedOutView): string {
  const texts = pageTexts[view.language];
  return renderPage({
    ...view,
    title: texts.signedOutTitle,
    content: html`<p class="lead">${texts.signedOutText}</p>${view.signInAddress !== undefined && html`<p class="actions"><a class="secondary" href="${view.signInAddress}">${texts.signInAgain}</a></p>`}`,
  });
}
