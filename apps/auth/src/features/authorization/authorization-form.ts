import { Injectable } from '@nestjs/common';
import {
  AuthServer,
  cancelAuthorization,
  endSession,
  findSignedIn,
  grantAuthorization,
  needsSecondFactor,
  type Parameters,
  type SignedInUser,
  startSession,
} from '@trading-platform/auth-core';
import { BrowserPages } from '../../browser/browser-pages.js';
import { FactorSteps, type Halt } from '../../browser/factor-steps.js';
import { queryWithoutLanguage } from '../../browser/query-without-language.js';
import { readDevice } from '../../browser/read-device.js';
import { SignInForm } from '../../browser/sign-in-form.js';
import type { ProvenUser } from '../../browser/sign-in-proof.js';
import type { AcceptedVisit } from './accepted-visit.js';
import { AuthorizationPages } from './authorization-pages.js';

/** The actions that a person can take on the authorization page (Spec 4.1). */
@Injectable()
export class AuthorizationForm {
  constructor(
    private readonly server: AuthServer,
    private readonly browser: BrowserPages,
    private readonly pages: AuthorizationPages,
    private readonly steps: FactorSteps,
    private readonly forms: SignInForm,
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
      case 'set-up':
      case 'set-up-passkey':
        return this.#finish(visit, await this.steps.setUp(this.pages.stepPage(visit), form));
      case 'continue':
        return this.#continue(visit, form);
      default:
        return this.#signIn(visit, form);
    }
  }

  /**
   * Some forms have no effect and are shown again: forms that another site or browser sent, that are too old, or whose
   * page showed other rights than they would allow.
   */
  #refuseForeign(visit: AcceptedVisit, form: Parameters): boolean {
    const { rights } = visit.authorization.client;
    const request = queryWithoutLanguage(visit.query);
    const again = this.forms.refusal(visit, form, (browserId) => ({ browserId, request, rights }));
    if (again === undefined || (again.problem === 'rights-changed' && !isAllowing(form))) return false;
    this.pages.showSignIn(visit, again);
    return true;
  }

  async #signIn(visit: AcceptedVisit, form: Parameters): Promise<void> {
    try {
      const person = await this.forms.signIn(visit, form, visit.authorization.client.clientId);
      if ('problem' in person) return this.pages.showSignIn(visit, person);
      await this.#afterPassword(visit, person);
    } catch (error) {
      this.pages.showSignIn(visit, this.forms.delay(error, form));
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

  /** Goes on after the page with the recovery codes. */
  async #continue(visit: AcceptedVisit, form: Parameters): Promise<void> {
    const person = await this.steps.read(this.pages.stepPage(visit), form);
    return this.#finish(visit, person?.level === 'factor' ? person : 'expired');
  }

  async #finish(visit: AcceptedVisit, person: ProvenUser | Halt): Promise<void> {
    if (person === 'answered') return;
    if (person === 'expired') return this.#expired(visit);
    await this.#keepSignedIn(visit, person);
    await this.#grant(visit, person);
  }

  async #allow(visit: AcceptedVisit): Promise<void> {
    const signedIn = await findSignedIn(this.server, this.browser.cookies.read(visit.request, 'session'));
    if (signedIn === undefined || visit.authorization.forceSignIn) return this.#expired(visit);
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
    const session = await startSession(this.server, user, former, readDevice(visit.request));
    if (session === undefined) return;
    this.browser.cookies.set(visit.reply, 'session', session, this.server.settings.sessionLifetimeSeconds);
  }

  #expired(visit: AcceptedVisit): void {
    this.pages.showSignIn(visit, { status: 400, problem: 'form-expired', userId: '' });
  }
}

function isAllowing(form: Parameters): boolean {
  const decision = form.get('decision');
  return decision !== 'cancel' && decision !== 'sign-out';
}
