import type { Right } from '@trading-platform/domain-types';
import { accessList } from './access-list.js';
import { hiddenFields, type PageForm, type ProvenForm, problemBox } from './form-parts.js';
import { type Html, html } from './html.js';
import type { Language } from './page-language.js';
import { renderPage } from './page-layout.js';
import { type DeviceProblem, type PageTexts, pageTexts } from './page-texts.js';

/** The reason why a page about a device is shown again. */
export interface DeviceFailure {
  readonly problem?: DeviceProblem | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

export interface DeviceCodeView extends PageForm, DeviceFailure {
  /** The code that was typed before, or that a link contains. */
  readonly userCode: string;
  /** Whether a link has filled the code in, so that the person must compare it. */
  readonly isFilledIn: boolean;
}

export interface DeviceConfirmView extends ProvenForm, DeviceFailure {
  /** The registered name of the application. */
  readonly applicationName: string;
  /** The rights that the device will have, in the order in which the page lists them. */
  readonly rights: readonly Right[];
  readonly userCode: string;
  readonly userId: string;
  /** The network address from which the device sent its request. */
  readonly address: string;
  readonly minutesAgo: number;
}

export interface DeviceDoneView {
  readonly language: Language;
  readonly applicationName: string;
  readonly isAllowed: boolean;
}

/** Renders the page that asks for the code of a device. */
export function renderDeviceCodePage(view: DeviceCodeView): string {
  const texts = pageTexts[view.language];
  const wrong = view.problem === 'wrong-code' || view.problem === 'missing-code';
  const marks = html`${wrong && html` aria-invalid="true" aria-describedby="problem"`}`;
  return renderPage({
    ...view,
    ...titlesOf(texts, texts.deviceTitle, view),
    content: html`<p class="lead">${view.isFilledIn ? texts.deviceCompare : texts.deviceLead}</p>${failureBox(texts, view)}<form method="post" action="${view.formAction}" novalidate>${hiddenFields(view)}<div><label for="user_code">${texts.deviceCode}</label><input id="user_code" name="user_code" type="text" value="${view.userCode}" autocomplete="off" autocapitalize="characters" autocorrect="off" spellcheck="false" maxlength="64" required${marks}${!view.isFilledIn && html` autofocus`}></div><div class="actions"><button class="primary" type="submit" name="decision" value="code">${view.isFilledIn ? texts.deviceIsSame : texts.verify}</button></div></form><p class="note">${texts.deviceNote}</p>`,
  });
}

/** Renders the page that asks the signed-in person whether the device gets access. */
export function renderDeviceConfirmPage(view: DeviceConfirmView): string {
  const texts = pageTexts[view.language];
  const rights = html`<input type="hidden" name="rights" value="${view.rights.join(' ')}">`;
  return renderPage({
    ...view,
    ...titlesOf(texts, texts.confirmTitle, view),
    content: html`<p class="lead">${texts.deviceConfirmLead(view.applicationName)}</p>${failureBox(texts, view)}${accessList(view)}<dl class="facts"><dt>${texts.deviceCode}</dt><dd>${view.userCode}</dd><dt>${texts.deviceAddress}</dt><dd>${view.address}</dd><dt>${texts.deviceAsked}</dt><dd>${texts.minutesAgo(view.minutesAgo)}</dd><dt>${texts.signedInAs}</dt><dd>${view.userId}</dd></dl><form method="post" action="${view.formAction}">${hiddenFields(view)}${rights}<div class="actions"><button class="primary" type="submit" name="decision" value="allow">${texts.allow}</button><button class="secondary" type="submit" name="decision" value="cancel">${texts.refuse}</button></div></form><p class="note">${texts.deviceNote}</p>`,
  });
}

/** Renders the page that is shown after the decision. */
export function renderDeviceDonePage({ language, applicationName, isAllowed }: DeviceDoneView): string {
  const texts = pageTexts[language];
  return renderPage({
    language,
    title: isAllowed ? texts.deviceAllowedTitle : texts.deviceRefusedTitle,
    content: html`<p class="lead">${isAllowed ? texts.deviceAllowed(applicationName) : texts.deviceRefused(applicationName)}</p>`,
  });
}

function titlesOf(texts: PageTexts, title: string, { problem }: DeviceFailure) {
  return { title, windowTitle: problem && `${texts.deviceProblem}: ${title}` };
}

function failureBox(texts: PageTexts, { problem, retryAfterSeconds }: DeviceFailure): Html | undefined {
  if (problem === undefined) return undefined;
  return problemBox(texts, {
    heading: texts.deviceProblem,
    sentence: texts.deviceProblems[problem],
    retryAfterSeconds: problem === 'locked' && retryAfterSeconds,
  });
}
