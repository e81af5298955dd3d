export { type AccountPlace, accountTexts, type PasswordProblem } from './account-texts.js';
export type { PageForm, ProvenForm } from './form-parts.js';
export { type Language, languages, negotiateLanguage } from './page-language.js';
export type { LanguageLinks } from './page-layout.js';
export { type PageNeeds, pageHeaders } from './page-style.js';
export type { CodeProblem, DeviceProblem, RequestProblem, SignInProblem } from './page-texts.js';
export { applicationName, renderAccessPage } from './render-access-page.js';
export {
  type DeviceFailure,
  renderDeviceCodePage,
  renderDeviceConfirmPage,
  renderDeviceDonePage,
} from './render-device-pages.js';
export { renderErrorPage, renderSignedOutPage } from './render-error-page.js';
export {
  type CodeFailure,
  type RemovedPart,
  renderCodePage,
  renderEnrolmentPage,
  renderPasskeyPage,
  renderRecoveryCodesPage,
  renderRemovalPage,
} from './render-factor-pages.js';
export {
  renderChangedPage,
  renderDeadLinkPage,
  renderPasswordPage,
  renderResetDonePage,
  renderResetPage,
} from './render-password-pages.js';
export { renderAccountPage } from './render-security-page.js';
export {
  renderAccountSignInPage,
  renderConfirmPage,
  renderDeviceSignInPage,
  renderSignInPage,
} from './render-sign-in-page.js';
