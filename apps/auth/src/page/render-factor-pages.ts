import { codeField, hiddenFields, type ProvenForm, problemBox, warning } from './form-parts.js';
import { type Html, html } from './html.js';
import type { Language } from './page-language.js';
import { joined, renderPage } from './page-layout.js';
import { type CodeProblem, type PageTexts, pageTexts } from './page-texts.js';
import { type PasskeyTexts, passkeyTexts } from './passkey-texts.js';
import { renderQrCode } from './render-qr-code.js';

/** The reason why a page about the second factor is shown again. */
export interface CodeFailure {
  readonly problem?: CodeProblem | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** The options of a question for a passkey, which the script gives to the browser. */
type PasskeyOptions = Readonly<Record<string, unknown>>;

/** The ways in which a person can prove the second factor on a page, besides recovery codes. */
export interface FactorView extends ProvenForm, CodeFailure {
  readonly hasApp: boolean;
  /** The question for one of the passkeys, if the person has any. */
  readonly passkey?: PasskeyOptions | undefined;
}

export interface CodeView extends FactorView {
  /** Whether the person may give up and go back to the application. */
  readonly isCancellable: boolean;
}

/** A page on which a person sets up an app or a passkey. */
interface SetUpView extends ProvenForm, CodeFailure {
  /** Whether the person cannot go on without a second factor. */
  readonly isRequired: boolean;
  readonly isCancellable: boolean;
}

export interface EnrolmentView extends SetUpView {
  /** The address that an authenticator app reads from the picture. */
  readonly address: string;
  readonly secretText: string;
  /** The sealed secret, which the form sends back. */
  readonly sealedSecret: string;
  /** Whether browsers allow passkeys on this server. */
  readonly allowsPasskeys: boolean;
}

export interface PasskeyView extends SetUpView {
  /** The question for a new passkey. */
  readonly passkey: PasskeyOptions;
  /** The name that was typed before. */
  readonly name: string;
}

export interface RecoveryCodesView extends ProvenForm {
  readonly codes: readonly string[];
}

/** A part of the second factor that a person is about to remove. */
export interface RemovedPart {
  /** The part that is removed: `authenticator`, or the id of a passkey. */
  readonly part: string;
  /** The name of the passkey, or undefined for the app. */
  readonly name: string | undefined;
  readonly isLast: boolean;
}

export type RemovalView = FactorView & RemovedPart;

/** Renders the page that asks for the second factor after the password was right. */
export function renderCodePage(view: CodeView): string {
  const texts = pageTexts[view.language];
  const words = passkeyTexts[view.language];
  const usesPasskey = view.passkey !== undefined;
  const [lead, note] = view.hasApp ? [words.useOrCodeLead, words.recoveryNote] : [words.useLead, words.lostNote];
  return renderPage({
    ...view,
    ...titlesOf(view, usesPasskey ? words.useTitle : texts.codeTitle),
    usesPasskey,
    content: html`<p class="lead">${usesPasskey ? lead : texts.codeLead}</p>${failureBox(view)}${factorForms(view, { decision: 'verify', use: words.use, label: texts.verify, second: view.isCancellable && cancelButton(texts) })}<p class="note">${usesPasskey ? note : texts.recoveryNote}</p>`,
  });
}

/** Renders the page on which a person sets up an authenticator app. */
export function renderEnrolmentPage(view: EnrolmentView): string {
  const texts = pageTexts[view.language];
  const words = passkeyTexts[view.language];
  return renderPage({
    ...view,
    ...titlesOf(view, texts.enrolTitle),
    content: html`<p class="lead">${view.isRequired ? texts.enrolRequired : texts.enrolLead}</p>${failureBox(view)}<ol class="steps"><li>${texts.enrolScan}${renderQrCode(view.address, texts.qrCode)}</li><li>${texts.enrolType}<br><code>${spaced(view.secretText)}</code></li></ol><form method="post" action="${view.formAction}" novalidate>${hiddenFields(view)}<input type="hidden" name="authenticator" value="${view.sealedSecret}">${codeField(texts.firstCode, isWrong(view), { focus: view.problem !== undefined })}<div class="actions">${primary('enrol', texts.enrol)}${view.isRequired && view.allowsPasskeys && html`<button class="secondary" type="submit" name="decision" value="set-up-passkey">${words.insteadOfApp}</button>`}${leaveButton(view)}</div></form>`,
  });
}

/** Renders the page on which a person adds a passkey. */
export function renderPasskeyPage(view: PasskeyView): string {
  const { language, formAction, passkey, name, problem, isRequired } = view;
  const words = passkeyTexts[language];
  const isNameWrong = problem === 'missing-name';
  const instead = html`<button class="secondary" type="submit" name="decision" value="set-up">${words.appInstead}</button>`;
  return renderPage({
    ...view,
    ...titlesOf(view, words.title),
    usesPasskey: true,
    content: html`<p class="lead">${isRequired ? words.required : words.lead}</p>${failureBox(view)}${withoutScripts(words)}<form class="passkey" method="post" action="${formAction}" data-passkey="${JSON.stringify(passkey)}" hidden>${hiddenFields(view)}<input type="hidden" name="decision" value="enrol"><input type="hidden" name="passkey"><div><label for="passkey_name">${words.name}</label><input id="passkey_name" name="passkey_name" type="text" value="${name}" autocomplete="off" maxlength="64" required aria-describedby="${isNameWrong ? 'problem rule' : 'rule'}"${isNameWrong && html` aria-invalid="true"`} autofocus><p class="hint" id="rule">${words.nameRule}</p></div>${scriptProblems(words)}<div class="actions"><button class="primary" type="submit">${words.create}</button></div></form><form class="after" method="post" action="${formAction}">${hiddenFields(view)}<div class="actions">${isRequired && instead}${leaveButton(view)}</div></form>`,
  });
}

/** Renders the only page that ever shows these recovery codes. */
export function renderRecoveryCodesPage(view: RecoveryCodesView): string {
  const texts = pageTexts[view.language];
  const codes = view.codes.map((code) => html`<li><code>${code}</code></li>`);
  return renderPage({
    ...view,
    title: texts.recoveryTitle,
    content: html`<p class="lead">${texts.recoveryLead}</p><ul class="codes">${joined(codes)}</ul><form method="post" action="${view.formAction}">${hiddenFields(view)}<div class="actions">${primary('continue', texts.recoveryKept)}</div></form>`,
  });
}

/** Renders the page on which a person proves the second factor once more to remove a part of it. */
export function renderRemovalPage(view: RemovalView): string {
  const words = passkeyTexts[view.language];
  const title = view.name === undefined ? words.removeAppTitle : words.removeTitle(view.name);
  const label = view.name === undefined ? words.removeApp : words.remove;
  const second = html`<button class="secondary" type="submit" name="decision" value="continue">${words.back}</button>`;
  const more = html`<input type="hidden" name="part" value="${view.part}">`;
  return renderPage({
    ...view,
    ...titlesOf(view, title),
    usesPasskey: view.passkey !== undefined,
    content: html`<p class="lead">${view.isLast ? words.removeLastLead : words.removeLead}</p>${failureBox(view)}${factorForms(view, { decision: 'confirm-removal', use: words.confirm, label, second, more })}`,
  });
}

interface FactorForms {
  readonly decision: string;
  /** The labels of the buttons for a passkey and for a code. */
  readonly use: string;
  readonly label: string;
  /** The button below the form. */
  readonly second: Html | false;
  /** More hidden fields. */
  readonly more?: Html;
}

/** The form for a passkey and the form for a code. The script shows the form for a passkey. */
function factorForms(view: FactorView, { decision, use, label, second, more }: FactorForms): Html {
  const { language, formAction, passkey, hasApp } = view;
  const words = passkeyTexts[language];
  const usesPasskey = passkey !== undefined;
  const codeLabel = hasApp ? pageTexts[language].code : words.recoveryCode;
  const focus = !usesPasskey || isWrong(view);
  const kind = usesPasskey ? 'secondary' : 'primary';
  return html`${usesPasskey && html`${withoutScripts(words)}<form method="post" action="${formAction}" data-passkey="${JSON.stringify(passkey)}" hidden>${hiddenFields(view)}${more}<input type="hidden" name="decision" value="${decision}"><input type="hidden" name="passkey">${scriptProblems(words)}<button class="primary" type="submit">${use}</button></form><p class="or">${words.or}</p>`}<form method="post" action="${formAction}" novalidate>${hiddenFields(view)}${more}${codeField(codeLabel, isWrong(view), { focus })}<div class="actions"><button class="${kind}" type="submit" name="decision" value="${decision}">${label}</button>${second}</div></form>`;
}

/** The messages about problems that only the script can notice. */
function scriptProblems(words: PasskeyTexts): Html {
  const { notUsed, notUsedText, known, unsupported, unsupportedText } = words;
  return html`${scriptProblem('failed', notUsed, notUsedText)}${scriptProblem('known', notUsed, known)}${scriptProblem('unsupported', unsupported, unsupportedText)}`;
}

function scriptProblem(when: string, heading: string, sentence: string): Html {
  return html`<div class="problem" role="alert" data-when="${when}" hidden>${warning}<p><strong>${heading}</strong>${sentence}</p></div>`;
}

function withoutScripts(words: PasskeyTexts): Html {
  return html`<p class="note" data-without>${words.withoutScripts}</p>`;
}

function primary(decision: string, label: string): Html {
  return html`<button class="primary" type="submit" name="decision" value="${decision}">${label}</button>`;
}

function cancelButton({ cancel }: PageTexts): Html {
  return html`<button class="secondary" type="submit" name="decision" value="cancel">${cancel}</button>`;
}

/** The button that leads back to the application, or to the page of the account. */
function leaveButton({ language, isCancellable }: SetUpView): Html {
  if (isCancellable) return cancelButton(pageTexts[language]);
  return html`<button class="secondary" type="submit" name="decision" value="continue">${passkeyTexts[language].back}</button>`;
}

function titlesOf(view: CodeFailure & { readonly language: Language }, title: string) {
  return { title, windowTitle: view.problem && `${headingOf(view.language, view.problem)}: ${title}` };
}

function headingOf(language: Language, problem: CodeProblem): string {
  const { refused, notSaved } = passkeyTexts[language];
  if (problem === 'wrong-passkey') return refused;
  return isAboutCode(problem) ? pageTexts[language].codeProblem : notSaved;
}

function failureBox({ language, problem, retryAfterSeconds }: CodeFailure & { readonly language: Language }) {
  if (problem === undefined) return undefined;
  return problemBox(pageTexts[language], {
    heading: headingOf(language, problem),
    sentence: sentenceOf(language, problem),
    retryAfterSeconds: problem === 'locked' && retryAfterSeconds,
  });
}

function sentenceOf(language: Language, problem: CodeProblem): string {
  const words = passkeyTexts[language];
  switch (problem) {
    case 'wrong-passkey':
      return words.refusedText;
    case 'passkey-not-saved':
      return words.notSavedText;
    case 'missing-name':
      return words.missingName;
    case 'too-many-passkeys':
      return words.tooMany;
    default:
      return pageTexts[language].codeProblems[problem];
  }
}

function isAboutCode(problem: CodeProblem | undefined): boolean {
  return problem === 'wrong-code' || problem === 'missing-code' || problem === 'locked';
}

function isWrong({ problem }: CodeFailure): boolean {
  return isAboutCode(problem) && problem !== 'locked';
}

/** People type a long text more easily in groups of four. */
function spaced(text: string): string {
  return text.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
