import { Inject, Injectable } from '@nestjs/common';
import { AuthError, AuthServer, checkPassword, type Parameters } from '@trading-platform/auth-core';
import { ENV, type Env } from '../env.js';
import type { SignInProblem } from '../page/index.js';
import { BrowserPages } from './browser-pages.js';
import { isOwnForm } from './check-form-origin.js';
import { checkFormToken, type FormBinding } from './form-token.js';
import type { PageVisit } from './page-visit.js';
import type { ProvenUser } from './sign-in-proof.js';

/** The data with which a sign-in page is shown again. */
export interface SignInAgain {
  readonly status: number;
  readonly problem: SignInProblem;
  readonly userId: string;
  readonly retryAfterSeconds?: number | undefined;
}

/** Judges the forms of all pages on which a person signs in. */
@Injectable()
export class SignInForm {
  constructor(
    private readonly server: AuthServer,
    @Inject(ENV) private readonly env: Env,
    private readonly browser: BrowserPages,
  ) {}

  /**
   * Returns how to show the sign-in page again if a form is refused. A refused form changes nothing. A form is refused
   * if it comes from another site or from a browser that did not get its page, if it is too old, or if the rights have
   * changed since its page was shown (`rights-changed`).
   */
  refusal(visit: PageVisit, form: Parameters, bindingOf: (browserId: string) => FormBinding): SignInAgain | undefined {
    if (!isOwnForm(visit.request, this.server.settings.issuer)) return foreign;
    const userId = form.get('user_id') ?? '';
    const browserId = this.browser.cookies.read(visit.request, 'form');
    if (browserId === undefined) return { status: 400, problem: 'no-cookie', userId };
    const time = { now: this.server.clock.now(), lifetimeSeconds: this.env.signInFormSeconds };
    switch (checkFormToken(this.server.secret, form.get('csrf_token'), bindingOf(browserId), time)) {
      case 'valid':
        return undefined;
      case 'expired':
        return { status: 400, problem: 'form-expired', userId };
      case 'outdated':
        return { status: 400, problem: 'rights-changed', userId };
      default:
        return foreign;
    }
  }

  /**
   * Checks the user ID and the password of a form.
   *
   * @throws AuthError; `delay` then returns how to show the page again
   */
  async signIn(
    visit: PageVisit,
    form: Parameters,
    clientId: string | undefined,
  ): Promise<(ProvenUser & { readonly level: 'password' }) | SignInAgain> {
    const userId = form.get('user_id');
    const password = form.get('user_password');
    if (userId === undefined) return { status: 400, problem: 'missing-user-id', userId: '' };
    if (password === undefined) return { status: 400, problem: 'missing-password', userId };
    const authenticatedAt = this.server.clock.now();
    const signIn = { userId, password, clientId, isClientAuthenticated: false };
    const user = await checkPassword(this.server, signIn, visit.origin);
    if (user === undefined) return { status: 400, problem: 'wrong-credentials', userId };
    return { user, authenticatedAt, level: 'password' };
  }

  /** Returns how to show the page again after an error that asks the person to wait. Throws any other error again. */
  delay(error: unknown, form: Parameters): SignInAgain {
    if (!(error instanceof AuthError)) throw error;
    const userId = form.get('user_id') ?? '';
    const { code, retryAfterSeconds } = error;
    if (code === 'throttled') return { status: 429, problem: 'locked', userId, retryAfterSeconds };
    if (code === 'overloaded') return { status: 503, problem: 'busy', userId, retryAfterSeconds };
    throw error;
  }
}

const foreign: SignInAgain = { status: 403, problem: 'foreign-form', userId: '' };
