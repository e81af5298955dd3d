import { Injectable } from '@nestjs/common';
import { AuthServer, type Parameters, removeFactor, renewRecoveryCodes } from '@trading-platform/auth-core';
import { AccountSignIn } from '../../browser/account-sign-in.js';
import { FactorSteps, type Halt, type StepPage } from '../../browser/factor-steps.js';
import type { PageVisit } from '../../browser/page-visit.js';
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
    private readonly account: AccountSignIn,
  ) {}

  /** Carries out the action of the button that was pressed on the page. */
  async submit(visit: PageVisit, form: Parameters): Promise<void> {
    if (this.account.refuseForeign(visit, 'security', form)) return;
    const page = this.account.stepPage(visit);
    switch (form.get('decision')) {
      case 'enrol':
        return this.#show(page, await this.steps.enrol(page, form));
      case 'continue':
        return this.#show(page, (await this.account.proven(page, 'security', form)) ?? 'answered');
      case 'set-up':
      case 'set-up-passkey':
        return this.#show(page, await this.steps.setUp(page, form));
      case 'new-codes':
        return this.#renewCodes(page, form);
      case 'confirm-removal':
        return this.#remove(page, form);
      default:
        return form.has('remove') ? this.#askForRemoval(page, form) : this.#arrive(page, form);
    }
  }

  async #arrive(page: StepPage, form: Parameters): Promise<void> {
    const person = await this.account.arrive(page, 'security', form);
    if (person !== undefined) await this.pages.showAccount(page, person);
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

  async #provenFully(page: StepPage, form: Parameters): Promise<ProvenUser | undefined> {
    const person = await this.steps.read(page, form);
    return person?.level === 'factor' ? person : undefined;
  }

  async #show(page: StepPage, person: ProvenUser | Halt): Promise<void> {
    if (person === 'answered') return;
    if (person === 'expired') return this.#expired(page);
    await this.pages.showAccount(page, person);
  }

  #expired(page: StepPage): void {
    this.account.expired(page, 'security');
  }
}
