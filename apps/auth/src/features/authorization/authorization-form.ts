import { Inject, Injectable } from '@nestjs/common';
import {
  AuthError,
  AuthServer,
  cancelAuthorization,
  checkPassword,
  endSession,
  findSignedIn,
  grantAuthorization,
  type Parameters,
  type SignedInUser,
  startSession,
} from '@trading-platform/auth-core';
import { ENV, type Env } from '../../env.js';
import { AuthorizationPages } from './authorization-pages.js';
import { queryWithoutLanguage } from './authorization-query.js';
import { isOwnForm } from './check-form-origin.js';
import { checkFormToken } from './form-token.js';
import type { AcceptedVisit } from './page-visit.js';

/** The actions that a person can take on the authorization page (Spec 4.1). */
@Injectable()
export class AuthorizationForm {
  constructor(
    private readonly server: AuthServer,
    @Inject(ENV) private readonly env: Env,
    private readonly pages: AuthorizationPages,
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
    const browserId = this.pages.cookies.read(visit.request, 'form');
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
      await this.#keepSignedIn(visit, { user, authenticatedAt });
      await this.#grant(visit, { user, authenticatedAt });
    } catch (error) {
      this.#showDelay(visit, error, userId);
    }
  }

  async #allow(visit: AcceptedVisit): Promise<void> {
    const signedIn = await findSignedIn(this.server, this.pages.cookies.read(visit.request, 'session'));
    if (signedIn === undefined || visit.authorization.forceSignIn) return this.#again(visit, 'form-expired', '');
    return this.#grant(visit, signedIn);
  }

  async #signOut(visit: AcceptedVisit): Promise<void> {
    await endSession(this.server, this.pages.cookies.read(visit.request, 'session'), visit.origin);
    this.pages.cookies.remove(visit.reply, 'session');
    this.pages.showSignedOut(visit);
  }

  async #cancel(visit: AcceptedVisit): Promise<void> {
    this.pages.redirect(visit, await cancelAuthorization(this.server, visit.authorization, visit.origin));
  }

  async #grant(visit: AcceptedVisit, user: SignedInUser): Promise<void> {
    this.pages.redirect(visit, await grantAuthorization(this.server, visit.authorization, user, visit.origin));
  }

  async #keepSignedIn(visit: AcceptedVisit, user: SignedInUser): Promise<void> {
    const former = this.pages.cookies.read(visit.request, 'session');
    const session = await startSession(this.server, user, former);
    if (session === undefined) return;
    this.pages.cookies.set(visit.reply, 'session', session, this.server.settings.sessionLifetimeSeconds);
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
