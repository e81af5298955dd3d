import { Inject, Injectable } from '@nestjs/common';
import {
  AuthError,
  AuthServer,
  cancelAuthorization,
  checkPassword,
  endSession,
  findSignedIn,
  grantAuthorization,
  needsSecondFactor,
  type Parameters,
  type SignedInUser,
  startSession,
} from '@trading-platform/auth-core';
import { BrowserPages } from '../../browser/browser-pages.js';
import { isOwnForm } from '../../browser/check-form-origin.js';
import { FactorSteps, type Halt } from '../../browser/factor-steps.js';
import { checkFormToken } from '../../browser/form-token.js';
import { queryWithoutLanguage } from '../../browser/query-without-language.js';
import type { ProvenUser } from '../../browser/sign-in-proof.js';
import { ENV, type Env } from '../../env.js';
import type { AcceptedVisit } from './accepted-visit.js';
import { AuthorizationPages } from './authorization-pages.js';

/** The actions that a person can take on the authorization page (Spec 4.1). */
@Injectable()
export class AuthorizationForm {
  constructor(
    private readonly server: AuthServer,
    @Inject(ENV) private readonly env: Env,
    private readonly browser: BrowserPages,
    private readonly pages: AuthorizationPages,
    private readonly steps: FactorSteps,
  ) {}

  /** Carries out the action of the button that was pressed on the page. */
  async submit(visit: AcceptedVisit, form: Parameters): Promise<void> {
    if (this.#refuseForeign(visit, form)) return;
    switch (form.get('decision')) {
      case 'cancel':
        return this.#cancel(visit);
      case 'allow':
        return this.#allow(visit);
      case 'sign-out':
        return this.#signOut(visit);
      case 'verify':
        return this.#finish(visit, await this.steps.verify(this.pages.stepPage(visit), form));
      case 'enrol':
        return this.#finish(visit, await this.steps.enrol(this.pages.stepPage(visit), form));
      case 'continue':
        return this.#continue(visit, form);
      default:
        return this.#signIn(visit, form);
    }
  }

  /**
   * If a form was sent by another site or browser, if it is too old, or if it allows other rights than its page has shown, the form
   * is shown again and has no effect.
   */
  #refuseForeign(visit: AcceptedVisit, form: Parameters): boolean {
    const userId = form.get('user_id') ?? '';
    if (!isOwnForm(visit.request, this.server.settings.issuer)) {
      this.pages.showSignIn(visit, { status: 403, problem: 'foreign-form', userId: '' });
      return true;
    }
    const browserId = this.browser.cookies.read(visit.request, 'form');
    if (browserId === undefined) {
      this.pages.showSignIn(visit, { status: 400, problem: 'no-cookie', userId });
      return true;
    }
    const { rights } = visit.authorization;
    const binding = { browserId, request: queryWithoutLanguage(visit.query), rights };
    const time = { now: this.server.clock.now(), lifetimeSeconds: this.env.signInFormSeconds };
    const state = checkFormToken(this.server.secret, form.get('csrf_token'), binding, time);
    if (state === 'valid' || (state === 'outdated' && !isAllowing(form))) return false;
    if (state === 'expired') this.pages.showSignIn(visit, { status: 400, problem: 'form-expired', userId });
    else if (state === 'outdated') this.pages.showSignIn(visit, { status: 400, problem: 'rights-changed', userId });
    else this.pages.showSignIn(visit, { status: 403, problem: 'foreign-form', userId: '' });
    return true;
  }

  async #signIn(visit: AcceptedVisit, form: Parameters): Promise<void> {
    const userId = form.get('user_id');
    const password = form.get('user_password');
    if (userId === undefined) return this.#again(visit, 'missing-user-id', '');
    if (password === undefined) return this.#again(visit, 'missing-password', userId);
    const authenticatedAt = this.server.clock.now();
    const { clientId } = visit.authorization.client;
    try {
      const signIn = { userId, password, clientId, isClientAuthenticated: false };
      const user = await checkPassword(this.server, signIn, visit.origin);
      if (user === undefined) return this.#again(visit, 'wrong-credentials', userId);
      await this.#afterPassword(visit, { user, authenticatedAt, level: 'password' });
    } catch (error) {
      this.#showDelay(visit, error, userId);
    }
  }

  /** A user with a second factor must prove it, and a user who must have one sets it up now. */
  async #afterPassword(visit: AcceptedVisit, person: ProvenUser): Promise<void> {
    if (person.user.secondFactorAt !== undefined) return this.steps.showCode(this.pages.stepPage(visit), person);
    if (needsSecondFactor(this.server.settings, person.user)) {
      return this.steps.showEnrolment(this.pages.stepPage(visit), person);
    }
    return this.#finish(visit, person);
  }

  /** Goes on after the page of the recovery codes. */
  async #continue(visit: AcceptedVisit, form: Parameters): Promise<void> {
    const person = await this.steps.read(this.pages.stepPage(visit), form);
    return this.#finish(visit, person?.level === 'factor' ? person : 'expired');
  }

  async #finish(visit: AcceptedVisit, person: ProvenUser | Halt): Promise<void> {
    if (person === 'answered') return;
    if (person === 'expired') return this.#again(visit, 'form-expired', '');
    await this.#keepSignedIn(visit, person);
    await this.#grant(visit, person);
  }

  async #allow(visit: AcceptedVisit): Promise<void> {
    const signedIn = await findSignedIn(this.server, this.browser.cookies.read(visit.request, 'session'));
    if (signedIn === undefined || visit.authorization.forceSignIn) return this.#again(visit, 'form-expired', '');
    return this.#grant(visit, signedIn);
  }

  async #signOut(visit: AcceptedVisit): Promise<void> {
    await endSession(this.server, this.browser.cookies.read(visit.request, 'session'), visit.origin);
    this.browser.cookies.remove(visit.reply, 'session');
    this.pages.showSignedOut(visit);
  }

  async #cancel(visit: AcceptedVisit): Promise<void> {
    this.pages.redirect(visit, await cancelAuthorization(this.server, visit.authorization, visit.origin));
  }

  async #grant(visit: AcceptedVisit, user: SignedInUser): Promise<void> {
    this.pages.redirect(visit, await grantAuthorization(this.server, visit.authorization, user, visit.origin));
  }

  async #keepSignedIn(visit: AcceptedVisit, user: SignedInUser): Promise<void> {
    const former = this.browser.cookies.read(visit.request, 'session');
    const session = await startSession(this.server, user, former);
    if (session === undefined) return;
    this.browser.cookies.set(visit.reply, 'session', session, this.server.settings.sessionLifetimeSeconds);
  }

  #again(
    visit: AcceptedVisit,
    problem: 'missing-user-id' | 'missing-password' | 'wrong-credentials' | 'form-expired',
    userId: string,
  ): void {
    this.pages.showSignIn(visit, { status: 400, problem, userId });
  }

  #showDelay(visit: AcceptedVisit, error: unknown, userId: string): void {
    if (!(error instanceof AuthError)) throw error;
    const { code, retryAfterSeconds } = error;
    if (code === 'throttled')
      this.pages.showSignIn(visit, { status: 429, problem: 'locked', userId, retryAfterSeconds });
    else if (code === 'overloaded')
      this.pages.showSignIn(visit, { status: 503, problem: 'busy', userId, retryAfterSeconds });
    else throw error;
  }
}

function isAllowing(form: Parameters): boolean {
  const decision = form.get('decision');
  return decision !== 'cancel' && decision !== 'sign-out';
}
