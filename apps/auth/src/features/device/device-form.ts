import { Injectable } from '@nestjs/common';
import {
  AuthError,
  AuthServer,
  allowDevice,
  findWaitingDevice,
  needsSecondFactor,
  type Parameters,
  refuseDevice,
  type WaitingDevice,
} from '@trading-platform/auth-core';
import { BrowserPages } from '../../browser/browser-pages.js';
import { FactorSteps, type Halt } from '../../browser/factor-steps.js';
import type { PageVisit } from '../../browser/page-visit.js';
import { SignInForm } from '../../browser/sign-in-form.js';
import type { ProvenUser } from '../../browser/sign-in-proof.js';
import { codeInQuery, DevicePages, type DeviceVisit } from './device-pages.js';

/**
 * The actions that a person can take on the page of devices. The person types the code, signs in, and then decides. The password is
 * always asked for, because somebody else may have sent the link.
 */
@Injectable()
export class DeviceForm {
  constructor(
    private readonly server: AuthServer,
    private readonly browser: BrowserPages,
    private readonly pages: DevicePages,
    private readonly steps: FactorSteps,
    private readonly forms: SignInForm,
  ) {}

  /** Carries out the action of the button that was pressed on the page. */
  async submit(visit: PageVisit, form: Parameters): Promise<void> {
    const isStep = form.get('decision') !== 'code';
    const userCode = isStep ? codeInQuery(visit) : (form.get('user_code') ?? '');
    const rights = (form.get('rights') ?? '').split(' ').filter((right) => right !== '');
    if (this.#refuseForeign(visit, form, isStep ? { userCode, rights } : undefined)) return;
    const device = await this.#find(visit, userCode);
    if (device === undefined) return;
    const found = { ...visit, device };
    if (isStep) return this.#decide(found, form, rights);
    this.pages.showSignIn(found);
  }

  /** A form that was sent by another site or browser, or that is too old, has no effect. */
  #refuseForeign(
    visit: PageVisit,
    form: Parameters,
    step: { readonly userCode: string; readonly rights: readonly string[] } | undefined,
  ): boolean {
    const again = this.forms.refusal(visit, form, (browserId) => this.pages.binding(visit, browserId, step));
    if (again === undefined) return false;
    const { status, problem } = again;
    const isOwn = problem === 'form-expired' || problem === 'no-cookie';
    this.pages.showCode(visit, { status, problem: isOwn ? problem : 'foreign-form' });
    return true;
  }

  /** Finds the device that shows the code. If there is none, the page asks for the code again. */
  async #find(visit: PageVisit, userCode: string): Promise<WaitingDevice | undefined> {
    if (userCode === '') {
      this.pages.showCode(visit, { status: 400, problem: 'missing-code' });
      return undefined;
    }
    try {
      const browserId = this.browser.browserId(visit);
      const device = await findWaitingDevice(this.server, { userCode, browserId }, visit.origin);
      if (device === undefined) this.#wrongCode(visit, userCode);
      return device;
    } catch (error) {
      if (!(error instanceof AuthError) || error.code !== 'throttled') throw error;
      const { retryAfterSeconds } = error;
      this.pages.showCode(visit, { status: 429, problem: 'locked', retryAfterSeconds, typed: userCode });
      return undefined;
    }
  }

  async #decide(visit: DeviceVisit, form: Parameters, shownRights: readonly string[]): Promise<void> {
    const page = this.pages.stepPage(visit);
    switch (form.get('decision')) {
      case 'cancel':
        return this.#refuse(visit);
      case 'allow':
        return this.#allow(visit, form, shownRights);
      case 'verify':
        return this.#confirm(visit, await this.steps.verify(page, form));
      case 'enrol':
        return this.#confirm(visit, await this.steps.enrol(page, form));
      case 'set-up':
      case 'set-up-passkey':
        return this.#confirm(visit, await this.steps.setUp(page, form));
      case 'continue':
        return this.#confirm(visit, (await this.steps.read(page, form)) ?? 'expired');
      default:
        return this.#signIn(visit, form);
    }
  }

  async #signIn(visit: DeviceVisit, form: Parameters): Promise<void> {
    const page = this.pages.stepPage(visit);
    try {
      const person = await this.forms.signIn(visit, form, visit.device.client.clientId);
      if ('problem' in person) return this.pages.showSignIn(visit, person);
      if (person.user.secondFactorAt !== undefined) return await this.steps.showCode(page, person);
      if (needsSecondFactor(this.server.settings, person.user)) return this.steps.showEnrolment(page, person);
      this.pages.showConfirm(visit, person);
    } catch (error) {
      this.pages.showSignIn(visit, this.forms.delay(error, form));
    }
  }

  #confirm(visit: DeviceVisit, person: ProvenUser | Halt): void {
    if (person === 'answered') return;
    if (person === 'expired' || !this.#isProven(person)) return this.#expired(visit);
    this.pages.showConfirm(visit, person);
  }

  async #allow(visit: DeviceVisit, form: Parameters, shownRights: readonly string[]): Promise<void> {
    const person = await this.steps.read(this.pages.stepPage(visit), form);
    if (person === undefined || !this.#isProven(person)) return this.#expired(visit);
    const { rights } = visit.device.client;
    if (rights.join(' ') !== shownRights.join(' ')) {
      return this.pages.showConfirm(visit, person, { problem: 'rights-changed' });
    }
    const { user, authenticatedAt } = person;
    if (await allowDevice(this.server, visit.device, { user, authenticatedAt, rights }, visit.origin)) {
      return this.pages.showDone(visit, true);
    }
    this.#wrongCode(visit, visit.device.userCode);
  }

  async #refuse(visit: DeviceVisit): Promise<void> {
    if (await refuseDevice(this.server, visit.device, visit.origin)) return this.pages.showDone(visit, false);
    this.#wrongCode(visit, visit.device.userCode);
  }

  /** Whether the person has proved the second factor, or needs none. */
  #isProven({ user, level }: ProvenUser): boolean {
    if (level === 'factor') return true;
    return user.secondFactorAt === undefined && !needsSecondFactor(this.server.settings, user);
  }

  #expired(visit: DeviceVisit): void {
    this.pages.showSignIn(visit, { status: 400, problem: 'form-expired', userId: '' });
  }

  #wrongCode(visit: PageVisit, typed: string): void {
    this.pages.showCode(visit, { status: 400, problem: 'wrong-code', typed });
  }
}
