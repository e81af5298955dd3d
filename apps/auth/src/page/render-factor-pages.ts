import { codeField, hiddenFields, type ProvenForm, problemBox } from './form-parts.js';
import { type Html, html } from './html.js';
import type { Language } from './page-language.js';
import { joined, renderPage } from './page-layout.js';
import { type CodeProblem, type PageTexts, pageTexts } from './page-texts.js';
import { renderQrCode } from './render-qr-code.js';

/** The reason why the page of a code is shown again. */
export interface CodeFailure {
  readonly problem?: CodeProblem | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

export interface CodeView extends ProvenForm, CodeFailure {
  /** Whether the person may give up and go back to the application. */
  readonly isCancellable: boolean;
}

export interface EnrolmentView extends CodeView {
  /** The address that an authenticator app reads from the picture. */
  readonly address: string;
  readonly secretText: string;
  /** The sealed secret, which the form sends back. */
  readonly sealedSecret: string;
  /** Whether the person cannot go on without a second factor. */
  readonly isRequired: boolean;
}

export interface RecoveryCodesView extends ProvenForm {
  readonly codes: readonly string[];
}

/** Renders the page that asks for a code after the password was right. */
export function renderCodePage(view: CodeView): string {
  const texts = pageTexts[view.language];
  return renderPage({
    ...view,
    ...titlesOf(texts, texts.codeTitle, view),
    content: html`<p class="lead">${texts.codeLead}</p>${failureBox(texts, view)}<form method="post" action="${view.formAction}" novalidate>${hiddenFields(view)}${codeField(texts.code, isWrong(view))}${buttons(view, 'verify', texts.verify)}</form><p class="note">${texts.recoveryNote}</p>`,
  });
}

/** Renders the page on which a person sets up an authenticator app. */
export function renderEnrolmentPage(view: EnrolmentView): string {
  const texts = pageTexts[view.language];
  return renderPage({
    ...view,
    ...titlesOf(texts, texts.enrolTitle, view),
    content: html`<p class="lead">${view.isRequired ? texts.enrolRequired : texts.enrolLead}</p>${failureBox(texts, view)}<ol class="steps"><li>${texts.enrolScan}${renderQrCode(view.address, texts.qrCode)}</li><li>${texts.enrolType}<br><code>${spaced(view.secretText)}</code></li></ol><form method="post" action="${view.formAction}" novalidate>${hiddenFields(view)}<input type="hidden" name="authenticator" value="${view.sealedSecret}">${codeField(texts.firstCode, isWrong(view), { focus: view.problem !== undefined })}${buttons(view, 'enrol', texts.enrol)}</form>`,
  });
}

/** Renders the only page that ever shows these recovery codes. */
export function renderRecoveryCodesPage(view: RecoveryCodesView): string {
  const texts = pageTexts[view.language];
  const codes = view.codes.map((code) => html`<li><code>${code}</code></li>`);
  return renderPage({
    ...view,
    title: texts.recoveryTitle,
    content: html`<p class="lead">${texts.recoveryLead}</p><ul class="codes">${joined(codes)}</ul><form method="post" action="${view.formAction}">${hiddenFields(view)}<div class="actions"><button class="primary" type="submit" name="decision" value="continue">${texts.recoveryKept}</button></div></form>`,
  });
}

export interface AccountView extends ProvenForm, CodeFailure {
  readonly language: Language;
  readonly userId: string;
  readonly hasFactor: boolean;
  readonly isRequired: boolean;
  readonly recoveryCodes: number;
}

/** Renders the page on which a person sees and changes how the person signs in. */
export function renderAccountPage(view: AccountView): string {
  const texts = pageTexts[view.language];
  const state = view.hasFactor ? texts.factorOn : texts.factorOff;
  return renderPage({
    ...view,
    ...titlesOf(texts, texts.accountTitle, view),
    content: html`${failureBox(texts, view)}<dl class="facts"><dt>${texts.signedInAs}</dt><dd>${view.userId}</dd><dt>${texts.factor}</dt><dd>${state}</dd>${view.hasFactor && html`<dt>${texts.recoveryCodesLeft}</dt><dd>${view.recoveryCodes}</dd>`}</dl>${view.hasFactor ? withFactor(texts, view) : withoutFactor(texts, view)}`,
  });
}

function withoutFactor(texts: PageTexts, view: AccountView): Html {
  return html`<form method="post" action="${view.formAction}">${hiddenFields(view)}<div class="actions"><button class="primary" type="submit" name="decision" value="set-up">${texts.setUp}</button></div></form>`;
}

function withFactor(texts: PageTexts, view: AccountView): Html {
  const remove = html`<form method="post" action="${view.formAction}" novalidate>${hiddenFields(view)}${codeField(texts.removeCode, isWrong(view), { focus: false })}<div class="actions"><button class="secondary" type="submit" name="decision" value="remove">${texts.remove}</button></div></form>`;
  return html`<form method="post" action="${view.formAction}">${hiddenFields(view)}<div class="actions"><button class="primary" type="submit" name="decision" value="new-codes">${texts.newCodes}</button><button class="secondary" type="submit" name="decision" value="set-up">${texts.setUpOther}</button></div></form>${view.isRequired ? html`<p class="note">${texts.factorRequired}</p>` : remove}`;
}

function titlesOf(texts: PageTexts, title: string, { problem }: CodeFailure) {
  return { title, windowTitle: problem && `${texts.codeProblem}: ${title}` };
}

function failureBox(texts: PageTexts, { problem, retryAfterSeconds }: CodeFailure): Html | undefined {
  if (problem === undefined) return undefined;
  return problemBox(texts, {
    heading: texts.codeProblem,
    sentence: texts.codeProblems[problem],
    retryAfterSeconds: problem === 'locked' && retryAfterSeconds,
  });
}

function isWrong({ problem }: CodeFailure): boolean {
  return problem !== undefined && problem !== 'locked';
}

function buttons({ language, isCancellable }: CodeView, decision: string, label: string): Html {
  const cancel = html`<button class="secondary" type="submit" name="decision" value="cancel">${pageTexts[language].cancel}</button>`;
  return html`<div class="actions"><button class="primary" type="submit" name="decision" value="${decision}">${label}</button>${isCancellable && cancel}</div>`;
}

/** People type a long text more easily in groups of four. */
function spaced(text: string): string {
  return text.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
