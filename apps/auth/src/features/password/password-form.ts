import { Injectable } from '@nestjs/common';
import { AuthServer, changePassword, findSignedIn, type Parameters, startSession } from '@trading-platform/auth-core';
import { AccountSignIn } from '../../browser/account-sign-in.js';
import { BrowserPages } from '../../browser/browser-pages.js';
import { FactorSteps, type StepPage } from '../../browser/factor-steps.js';
import type { PageVisit } from '../../browser/page-visit.js';
import { readDevice } from '../../browser/read-device.js';
import type { ProvenUser } from '../../browser/sign-in-proof.js';
import { renderChangedPage, renderPasswordPage } from '../../page/index.js';
import { type PasswordRefusal, passwordRefusal, typedPassword } from './typed-password.js';

/** The actions that a person can take on the page for changing the password. */
@Injectable()
export class PasswordForm {
  constructor(
    private readonly server: AuthServer,
    private readonly browser: BrowserPages,
    private readonly account: AccountSignIn,
    private readonly steps: FactorSteps,
  ) {}

  /** Carries out the action of the button that was pressed on the page. */
  async submit(visit: PageVisit, form: Parameters): Promise<void> {
    if (this.account.refuseForeign(visit, 'password', form)) return;
    const page = this.account.stepPage(visit);
    if (form.get('decision') === 'change') return this.#change(page, form);
    const person = await this.account.arrive(page, 'password', form);
    if (person !== undefined) this.#show(page, person);
  }

  async #change(page: StepPage, form: Parameters): Promise<void> {
    const person = await this.account.proven(page, 'password', form);
    if (person === undefined) return;
    const password = typedPassword(form);
    if (typeof password !== 'string') return this.#show(page, person, password);
    const { visit } = page;
    const session = this.browser.cookies.read(visit.request, 'session');
    const isSignedIn = (await findSignedIn(this.server, session))?.user.subject === person.user.subject;
    try {
      const user = await changePassword(this.server, person.user, password, visit.origin);
      if (user === undefined) return this.account.expired(page, 'password');
      const changed = { ...person, user };
      if (isSignedIn) await this.#staySignedIn(visit, changed);
      this.browser.send(visit, 200, renderChangedPage(this.steps.proven(page, changed)), { hasForm: true });
    } catch (error) {
      this.#show(page, person, passwordRefusal(error));
    }
  }

  /**
   * The change ends the sessions of all browsers. The browser in which the person made the change gets a new session.
   */
  async #staySignedIn(visit: PageVisit, person: ProvenUser): Promise<void> {
    const session = await startSession(this.server, person, undefined, readDevice(visit.request));
    if (session === undefined) return;
    this.browser.cookies.set(visit.reply, 'session', session, this.server.settings.sessionLifetimeSeconds);
  }

  #show(page: StepPage, person: ProvenUser, refusal?: PasswordRefusal): void {
    const { status = 200, problem, retryAfterSeconds } = refusal ?? {};
    const { visit } = page;
    const view = { ...this.steps.proven(page, person), userId: person.user.userId, problem };
    const needs = { hasForm: true, hasPassword: true, retryAfterSeconds };
    this.browser.send(visit, status, renderPasswordPage(view), needs);
  }
}
