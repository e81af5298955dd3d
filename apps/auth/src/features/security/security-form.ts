import { Injectable } from '@nestjs/common';
import { AuthServer, type Parameters, removeFactor, renewRecoveryCodes } from '@trading-platform/auth-core';
import { FactorSteps, type Halt, mayEnrol, type StepPage } from '../../browser/factor-steps.js';
import type { PageVisit } from '../../browser/page-visit.js';
import { SignInForm } from '../../browser/sign-in-form.js';
import type { ProvenUser } from '../../browser/sign-in-proof.js';
import { SecurityPages } from './security-pages.js';

/** The actions that a person can take on the page about how the person signs in. */
@Injectable()
export class SecurityForm {
  constructor(
    private readonly server: AuthServer,
    private readonly pages: SecurityPages,
    private readonly steps: FactorSteps,
    private readonly forms: SignInForm,
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
    const again = this.forms.refusal(visit, form, (browserId) => this.pages.binding(visit, browserId));
    if (again !== undefined) this.pages.showSignIn(visit, again);
    return again !== undefined;
  }

  async #signIn(page: StepPage, form: Parameters): Promise<void> {
    const { visit } = page;
    try {
      const person = await this.forms.signIn(visit, form, undefined);
      if ('problem' in person) return this.pages.showSignIn(visit, person);
      if (person.user.secondFactorAt !== undefined) return this.steps.showCode(page, person);
      return await this.pages.showAccount(page, person);
    } catch (error) {
      this.pages.showSignIn(visit, this.forms.delay(error, form));
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
    const failure = await this.steps.check(page, person, form.get('factor_code'));
    if (failure !== undefined) return this.pages.showAccount(page, person, failure);
    const removal = await removeFactor(this.server, person.user, 'authenticator', page.visit.origin);
    if (removal.outcome === 'changed') return this.#expired(page);
    return this.pages.showAccount(page, removal.outcome === 'removed' ? { ...person, user: removal.user } : person);
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
    this.pages.showSignIn(visit, { status: 400, problem: 'form-expired', userId: '' });
  }
}
