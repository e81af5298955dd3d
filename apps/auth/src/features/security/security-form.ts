import { Injectable } from '@nestjs/common';
import { AuthServer, type Parameters, removeFactor, renewRecoveryCodes } from '@trading-platform/auth-core';
import { FactorSteps, type Halt, mayEnrol, type StepPage } from '../../browser/factor-steps.js';
import type { PageVisit } from '../../browser/page-visit.js';
import { SignInForm } from '../../browser/sign-in-form.js';
import type { ProvenUser } from '../../browser/sign-in-proof.js';
import type { RemovedPart } from '../../page/index.js';
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
        return this.#show(page, (await this.#entitled(page, form)) ?? 'expired');
      case 'set-up':
      case 'set-up-passkey':
        return this.#show(page, await this.steps.setUp(page, form));
      case 'new-codes':
        return this.#renewCodes(page, form);
      case 'confirm-removal':
        return this.#remove(page, form);
      default:
        return form.has('remove') ? this.#askForRemoval(page, form) : this.#signIn(page, form);
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
      if (person.user.secondFactorAt !== undefined) return await this.steps.showCode(page, person);
      return await this.pages.showAccount(page, person);
    } catch (error) {
      this.pages.showSignIn(visit, this.forms.delay(error, form));
    }
  }

  async #renewCodes(page: StepPage, form: Parameters): Promise<void> {
    const person = await this.#provenFully(page, form);
    if (person === undefined) return this.#expired(page);
    const codes = await renewRecoveryCodes(this.server, person.user, page.visit.origin);
    if (codes === undefined) return this.#expired(page);
    this.steps.showRecoveryCodes(page, person, codes);
  }

  async #askForRemoval(page: StepPage, form: Parameters): Promise<void> {
    const person = await this.#provenFully(page, form);
    const removed = person && (await this.#removedPart(person, form.get('remove')));
    if (person === undefined || removed === undefined) return this.#expired(page);
    await this.steps.showRemoval(page, person, removed);
  }

  /** The person proves the second factor once more, because the page may have been left open. */
  async #remove(page: StepPage, form: Parameters): Promise<void> {
    const person = await this.#provenFully(page, form);
    const removed = person && (await this.#removedPart(person, form.get('part')));
    if (person === undefined || removed === undefined) return this.#expired(page);
    const failure = await this.steps.check(page, person, form);
    if (failure !== undefined) return this.steps.showRemoval(page, person, removed, failure);
    const part = removed.part === 'authenticator' ? removed.part : { credentialId: removed.part };
    const removal = await removeFactor(this.server, person.user, part, page.visit.origin);
    if (removal.outcome === 'changed') return this.#expired(page);
    return this.pages.showAccount(page, removal.outcome === 'removed' ? { ...person, user: removal.user } : person);
  }

  /** Describes the part of the second factor with this name, or returns undefined if the person has none. */
  async #removedPart({ user }: ProvenUser, part: string | undefined): Promise<RemovedPart | undefined> {
    const { factors } = this.server;
    const hasApp = (await factors.findAuthenticator(user.subject)) !== undefined;
    const passkeys = await factors.listPasskeys(user.subject);
    const isLast = passkeys.length + (hasApp ? 1 : 0) === 1;
    if (part === 'authenticator') return hasApp ? { part, name: undefined, isLast } : undefined;
    const passkey = passkeys.find(({ credentialId }) => credentialId === part);
    return passkey && { part: passkey.credentialId, name: passkey.name, isLast };
  }

  /** Returns the person who may see and set up factors: whoever has a second factor has proved it. */
  async #entitled(page: StepPage, form: Parameters): Promise<ProvenUser | undefined> {
    const person = await this.steps.read(page, form);
    return person !== undefined && mayEnrol(person) ? person : undefined;
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
