export { type Language, languages, negotiateLanguage } from './page-language.js';
export type { LanguageLinks } from './page-layout.js';
export { pageHeaders } from './page-style.js';
export type { RequestProblem, SignInProblem } from './page-texts.js';
export { type ErrorView, renderErrorPage, renderSignedOutPage, type SignedOutView } from './render-error-page.js';
export { type ConfirmView, renderConfirmPage, renderSignInPage, type SignInView } from './render-sign-in-page.js';
