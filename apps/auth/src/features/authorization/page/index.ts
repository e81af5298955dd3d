export { type Language, languages, negotiateLanguage } from './page-language.js';
export type { LanguageLinks } from './page-layout.js';
export { pageHeaders } from './page-style.js';
export type { RequestProblem, SignInProblem } from './page-texts.js';
export { renderErrorPage, renderSignedOutPage } from './render-error-page.js';
export { renderConfirmPage, renderSignInPage } from './render-sign-in-page.js';
