import { Injectable } from '@nestjs/common';
import { AuthServer, type WaitingDevice } from '@trading-platform/auth-core';
import { BrowserPages, linksOf } from '../../browser/browser-pages.js';
import { FactorSteps, type StepPage } from '../../browser/factor-steps.js';
import { type FormBinding, makeFormToken } from '../../browser/form-token.js';
import type { PageVisit } from '../../browser/page-visit.js';
import type { SignInAgain } from '../../browser/sign-in-form.js';
import type { ProvenUser } from '../../browser/sign-in-proof.js';
import {
  type DeviceFailure,
  renderDeviceCodePage,
  renderDeviceConfirmPage,
  renderDeviceDonePage,
  renderDeviceSignInPage,
} from '../../page/index.js';

/** A visit of a browser in which the code of a waiting device was typed. */
export interface DeviceVisit extends PageVisit {
  readonly device: WaitingDevice;
}

const longestCode = 64;

/** Answers a browser with one of the pages about a device. */
@Injectable()
export class DevicePages {
  constructor(
    private readonly server: AuthServer,
    private readonly browser: BrowserPages,
    private readonly steps: FactorSteps,
  ) {}

  /** Shows the page that asks for the code. A link of the device fills the code in, and the person compares it. */
  showCode(
    visit: PageVisit,
    failure: DeviceFailure & { readonly status?: number; readonly typed?: string } = {},
  ): void {
    const { status = 200, typed = codeInQuery(visit), problem, retryAfterSeconds } = failure;
    const view = {
      ...this.#form(visit, visit.path, this.binding(visit, this.browser.browserId(visit))),
      userCode: typed.slice(0, longestCode),
      isFilledIn: typed !== '' && problem === undefined,
      problem,
      retryAfterSeconds,
    };
    this.browser.send(visit, status, renderDeviceCodePage(view), { hasForm: true, retryAfterSeconds });
  }

  showSignIn(visit: DeviceVisit, again?: SignInAgain): void {
    const { problem, retryAfterSeconds, userId = '', status = 200 } = again ?? {};
    const { form } = this.stepPage(visit);
    const applicationName = visit.device.client.name;
    const { forgottenPassword } = this.browser;
    const view = { ...form, applicationName, userId, problem, retryAfterSeconds, forgottenPassword };
    const needs = { hasForm: true, hasPassword: true, retryAfterSeconds };
    this.browser.send(visit, status, renderDeviceSignInPage(view), needs);
  }

  /** Shows which application asks for which rights and from where, for the decision of the person. */
  showConfirm(visit: DeviceVisit, person: ProvenUser, { problem }: DeviceFailure = {}): void {
    const { client, code, userCode } = visit.device;
    const { rights } = client;
    const step = this.stepPage(visit, rights);
    const view = {
      ...this.steps.proven(step, person),
      applicationName: client.name,
      rights,
      userCode,
      userId: person.user.userId,
      address: code.address,
      minutesAgo: Math.floor((this.server.clock.now() - code.createdAt) / 60_000),
      problem,
    };
    this.browser.send(visit, problem === undefined ? 200 : 400, renderDeviceConfirmPage(view), { hasForm: true });
  }

  showDone(visit: DeviceVisit, isAllowed: boolean): void {
    const applicationName = visit.device.client.name;
    this.browser.send(visit, 200, renderDeviceDonePage({ language: visit.language, applicationName, isAllowed }));
  }

  /** The page of a step after the code. Its forms are valid for this code only. */
  stepPage(visit: DeviceVisit, rights: readonly string[] = []): StepPage {
    const { userCode, client } = visit.device;
    const browserId = this.browser.browserId(visit);
    const formAction = actionOf(visit, userCode);
    return {
      visit,
      form: this.#form(visit, formAction, this.binding(visit, browserId, { userCode, rights })),
      context: `${browserId}\n${formAction}`,
      clientId: client.clientId,
      isCancellable: true,
    };
  }

  /**
   * The form for the code is bound to one browser. A later form is also bound to one code, and to the rights that its
   * page shows.
   */
  binding(
    visit: PageVisit,
    browserId: string,
    step?: { readonly userCode: string; readonly rights: readonly string[] },
  ): FormBinding {
    if (step === undefined) return { browserId, request: visit.path, rights: [] };
    return { browserId, request: actionOf(visit, step.userCode), rights: step.rights };
  }

  #form(visit: PageVisit, formAction: string, binding: FormBinding) {
    const csrfToken = makeFormToken(this.server.secret, binding, this.server.clock.now());
    return { language: visit.language, formAction, languageLinks: linksOf(visit), csrfToken };
  }
}

/** Returns the code in the address of a page, or `''`. */
export function codeInQuery({ query }: PageVisit): string {
  return new URLSearchParams(query).get('user_code') ?? '';
}

function actionOf({ path }: PageVisit, userCode: string): string {
  return `${path}?user_code=${userCode}`;
}
