import { html } from './html.js';
import type { Language } from './page-language.js';
import { type LanguageLinks, renderPage } from './page-layout.js';
import { pageTexts, type RequestProblem } from './page-texts.js';

export interface ErrorView {
  readonly language: Language;
  readonly problem: RequestProblem;
  /** Leads to the log lines of this request. */
  readonly requestId: string;
  readonly languageLinks?: LanguageLinks | undefined;
}

export interface SignedOutView {
  readonly language: Language;
  /** Address of the same request, for another user ID. */
  readonly signInAddress?: string | undefined;
  readonly languageLinks?: LanguageLinks | undefined;
}

/** The page for a request that must not be answered to the application (Spec 4.1, RFC 6749 §4.1.2.1). */
export function renderErrorPage(view: ErrorView): string {
  const texts = pageTexts[view.language];
  const { what, todo } = texts.requestProblems[view.problem];
  return renderPage({
    ...view,
    title: texts.errorTitle,
    content: html`<p class="lead">${what}</p><p class="lead">${todo}</p><dl class="facts"><dt>${texts.requestId}</dt><dd><code>${view.requestId}</code></dd></dl>`,
  });
}

/** The page after signing out. */
export function renderSignedOutPage(view: SignedOutView): string {
  const texts = pageTexts[view.language];
  return renderPage({
    ...view,
    title: texts.signedOutTitle,
    content: html`<p class="lead">${texts.signedOutText}</p>${view.signInAddress !== undefined && html`<p class="actions"><a class="secondary" href="${view.signInAddress}">${texts.signInAgain}</a></p>`}`,
  });
}
