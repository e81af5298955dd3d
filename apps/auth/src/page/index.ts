export type { PageForm, ProvenForm } from './form-parts.js';
export { type Language, languages, negotiateLanguage } from './page-language.js';
export type { LanguageLinks } from './page-layout.js';
export { pageHeaders } from './page-style.js';
export type { CodeProblem, DeviceProblem, RequestProblem, SignInProblem } from './page-texts.js';
export {
  type DeviceFailure,
  renderDeviceCodePage,
  renderDeviceConfirmPage,
  renderDeviceDonePage,
} from './render-device-pages.js';
export { renderErrorPage, renderSignedOutPage } from './render-error-page.js';
export {
  type CodeFailure,
  renderAccountPage,
  renderCodePage,
  renderEnrolmentPage,
  renderRecoveryCodesPage,
} from './render-factor-pages.js';
export {
  renderAccountSignInPage,
  renderConfirmPage,
  renderDeviceSignInPage,
  renderSignInPage,
} from './render-sign-in-page.js';
