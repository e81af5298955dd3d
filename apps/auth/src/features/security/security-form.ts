import { Inject, Injectable } from '@nestjs/common';
import {
  AuthError,
  AuthServer,
  checkPassword,
  needsSecondFactor,
  type Parameters,
  removeSecondFactor,
  renewRecoveryCodes,
} from '@trading-platform/auth-core';
import { BrowserPages } from '../../browser/browser-pages.js';
import { isOwnForm } from '../../browser/check-form-origin.js';
import { FactorSteps, type Halt, mayEnrol, type StepPage } from '../../browser/factor-steps.js';
import { checkFormToken } from '../../browser/form-token.js';
import type { PageVisit } from '../../browser/page-visit.js';
import type { ProvenUser } from '../../browser/sign-in-proof.js';
import { ENV, type Env } from '../../env.js';
import type { SignInProblem } from '../../page/index.js';
import { SecurityPages } from './security-pages.js';

/** The actions that a person can take on the page about how the person signs in. */
@Injectable()
export class SecurityForm {
  constructor(
    private readonly server: AuthServer,
    @Inject(ENV) private readonly env: Env,
    private readonly browser: BrowserPages,
    private readonly pages: SecurityPages,
    private readonly steps: FactorSteps,
  ) {}

  /** Carries out the action of the button that was pressed on the page. */
  async submit(visit: PageVisit, form: Parameters): Promise<void> {
    if (this.#refuseForeign(visit, form)) return;
    const page = this.pages.stepPage(visit);
    switch (form.get('decision')) {
      case 'verify':
        return this.#show(page, await this.steps.verify(page, form));
      case 'enrol':
        return this.#show(page, await this.steps.enrol(page, form));
      case 'continue':
        return this.#show(page, (await this.#provenFully(page, form)) ?? 'expired');
      case 'set-up':
        return this.#setUp(page, form);
      case 'new-codes':
        return this.#renewCodes(page, form);
      case 'remove':
        return this.#remove(page, form);
      default:
        return this.#signIn(page, form);
    }
  }

  /** A form that was sent by another site or browser, or that is too old, has no effect. */
  #refuseForeign(visit: PageVisit, form: Parameters): boolean {
    const userId = form.get('user_id') ?? '';
    const refuse = (status: number, problem: SignInProblem, kept: string): true => {
      this.pages.showSignIn(visit, { status, problem, userId: kept });
      return true;
    };
    if (!isOwnForm(visit.request, this.server.settings.issuer)) return refuse(403, 'foreign-form', '');
    const browserId = this.browser.cookies.read(visit.request, 'form');
    if (browserId === undefined) return refuse(400, 'no-cookie', userId);
    const time = { now: this.server.clock.now(), lifetimeSeconds: this.env.signInFormSeconds };
    const binding = this.pages.binding(visit, browserId);
    const state = checkFormToken(this.server.secret, form.get('csrf_token'), binding, time);
    if (state === 'valid') return false;
    return state === 'expired' ? refuse(400, 'form-expired', userId) : refuse(403, 'foreign-form', '');
  }

  async #signIn(page: StepPage, form: Parameters): Promise<void> {
    const { visit } = page;
    const userId = form.get('user_id');
    const password = form.get('user_password');
    if (userId === undefined) return this.#again(visit, 400, 'missing-user-id', '');
    if (password === undefined) return this.#again(visit, 400, 'missing-password', userId);
    const authenticatedAt = this.server.clock.now();
    try {
      const signIn = { userId, password, clientId: undefined, isClientAuthenticated: false };
      const user = await checkPassword(this.server, signIn, visit.origin);
      if (user === undefined) return this.#again(visit, 400, 'wrong-credentials', userId);
      const person = { user, authenticatedAt, level: 'password' } as const;
      if (user.secondFactorAt !== undefined) return this.steps.showCode(page, person);
      return await this.pages.showAccount(page, person);
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      if (error.code === 'throttled') this.#again(visit, 429, 'locked', userId, error.retryAfterSeconds);
      else if (error.code === 'overloaded') this.#again(visit, 503, 'busy', userId, error.retryAfterSeconds);
      else throw error;
    }
  }

  async #setUp(page: StepPage, form: Parameters): Promise<void> {
    const person = await this.steps.read(page, form);
    if (person === undefined || !mayEnrol(person)) return this.#expired(page);
    this.steps.showEnrolment(page, person);
  }

  async #renewCodes(page: StepPage, form: Parameters): Promise<void> {
    const person = await this.#provenFully(page, form);
    if (person === undefined) return this.#expired(page);
    const codes = await renewRecoveryCodes(this.server, person.user, page.visit.origin);
    if (codes === undefined) return this.#expired(page);
    this.steps.showRecoveryCodes(page, person, codes);
  }

  /** The person proves the second factor once more, because the page may have been left open. */
  async #remove(page: StepPage, form: Parameters): Promise<void> {
    const person = await this.#provenFully(page, form);
    if (person === undefined) return this.#expired(page);
    if (needsSecondFactor(this.server.settings, person.user)) return this.pages.showAccount(page, person);
    const failure = await this.steps.check(page, person, form.get('factor_code'));
    if (failure !== undefined) return this.pages.showAccount(page, person, failure);
    if (!(await removeSecondFactor(this.server, person.user, page.visit.origin))) return this.#expired(page);
    return this.pages.showAccount(page, { ...person, user: { ...person.user, secondFactorAt: undefined } });
  }

  async #provenFully(page: StepPage, form: Parameters): Promise<ProvenUser | undefined> {
    const person = await this.steps.read(page, form);
    return person?.level === 'factor' ? person : undefined;
  }

  async #show(page: StepPage, person: ProvenUser | Halt): Promise<void> {
    if (person === 'answered') return;
    if (person === 'expired') return this.#expired(page);
    await this.pages.showAccount(page, person);
  }

  #expired({ visit }: StepPage): void {
    this.#again(visit, 400, 'form-expired', '');
  }

  #again(visit: PageVisit, status: number, problem: SignInProblem, userId: string, retryAfterSeconds?: number): void {
    this.pages.showSignIn(visit, { status, problem, userId, retryAfterSeconds });
  }
}
