import { Inject, Injectable } from '@nestjs/common';
import {
  AuthError,
  AuthServer,
  askForPasskey,
  checkPasskey,
  checkSecondFactor,
  type EnrolmentResult,
  enrolAuthenticator,
  enrolPasskey,
  needsSecondFactor,
  type Parameters,
  type ProposedAuthenticator,
  proposeAgain,
  proposeAuthenticator,
  proposePasskey,
  relyingPartyOf,
} from '@trading-platform/auth-core';
import { ENV, type Env } from '../env.js';
import {
  type CodeFailure,
  type PageForm,
  type RemovedPart,
  renderCodePage,
  renderEnrolmentPage,
  renderPasskeyPage,
  renderRecoveryCodesPage,
  renderRemovalPage,
} from '../page/index.js';
import { BrowserPages } from './browser-pages.js';
import type { PageVisit } from './page-visit.js';
import { makeProof, type ProvenUser, readProof } from './sign-in-proof.js';

/** A page on which a person signs in step by step. */
export interface StepPage {
  readonly visit: PageVisit;
  readonly form: PageForm;
  /** The browser and the request for which a proof is valid. */
  readonly context: string;
  readonly clientId?: string | undefined;
  /** Whether the person may give up and go back to the application. */
  readonly isCancellable: boolean;
}

/**
 * Why a step does not lead on to the next one: the browser has been answered with a page, or the person must begin
 * again.
 */
export type Halt = 'answered' | 'expired';

const enrolmentProblems = {
  'name-invalid': 'missing-name',
  'too-many': 'too-many-passkeys',
  refused: 'passkey-not-saved',
} as const;

/** The steps after the password: a person proves the second factor, or sets one up. */
@Injectable()
export class FactorSteps {
  constructor(
    private readonly server: AuthServer,
    @Inject(ENV) private readonly env: Env,
    private readonly pages: BrowserPages,
  ) {}

  /** Returns the person whose proof the form contains. Returns undefined if the proof is no longer valid. */
  read({ context }: StepPage, form: Parameters): Promise<ProvenUser | undefined> {
    const lifetimeSeconds = this.env.signInFormSeconds;
    return readProof(this.server, form.get('proof'), { context, lifetimeSeconds });
  }

  /**
   * Returns the form of the page, with a proof of the person. If the page asks for a passkey, the proof contains the
   * challenge of this question.
   */
  proven({ form, context }: StepPage, person: ProvenUser, challenge?: string) {
    return { ...form, proof: makeProof(this.server, { ...person, challenge }, context) };
  }

  /** Whether browsers allow passkeys on this server. */
  get allowsPasskeys(): boolean {
    return relyingPartyOf(this.server.settings.issuer) !== undefined;
  }

  async showCode(page: StepPage, person: ProvenUser, failure: CodeFailure = {}): Promise<void> {
    const { visit, isCancellable } = page;
    const view = { ...(await this.#factors(page, person)), ...failure, isCancellable };
    this.#send(visit, renderCodePage(view), failure, view.passkey !== undefined);
  }

  showEnrolment(
    page: StepPage,
    person: ProvenUser,
    proposed: ProposedAuthenticator = proposeAuthenticator(this.server, person.user),
    failure: CodeFailure = {},
  ): void {
    const { address, secretText, sealedSecret } = proposed;
    const secret = { address, secretText, sealedSecret: sealedSecret.toString('base64url') };
    const { allowsPasskeys } = this;
    const view = { ...this.proven(page, person), ...secret, ...failure, ...this.#setUp(page, person), allowsPasskeys };
    this.#send(page.visit, renderEnrolmentPage(view), failure);
  }

  /** Shows the page for a new passkey, or the page for an app where browsers allow no passkeys. */
  async showPasskey(page: StepPage, person: ProvenUser, failure: CodeFailure = {}, name = ''): Promise<void> {
    const question = await proposePasskey(this.server, person.user);
    if (question === undefined) return this.showEnrolment(page, person);
    const { challenge, options: passkey } = question;
    const view = { ...this.proven(page, person, challenge), ...failure, ...this.#setUp(page, person), passkey, name };
    this.#send(page.visit, renderPasskeyPage(view), failure, true);
  }

  showRecoveryCodes(page: StepPage, person: ProvenUser, codes: readonly string[]): void {
    this.#send(page.visit, renderRecoveryCodesPage({ ...this.proven(page, person), codes }), {});
  }

  /** Asks the person to prove the second factor once more, before a part of it is removed. */
  async showRemoval(
    page: StepPage,
    person: ProvenUser,
    removed: RemovedPart,
    failure: CodeFailure = {},
  ): Promise<void> {
    const view = { ...(await this.#factors(page, person)), ...removed, ...failure };
    this.#send(page.visit, renderRemovalPage(view), failure, view.passkey !== undefined);
  }

  /** Shows the page on which a person sets up an app or, for the decision `set-up-passkey`, a passkey. */
  async setUp(page: StepPage, form: Parameters): Promise<Halt> {
    const person = await this.read(page, form);
    if (person === undefined || !mayEnrol(person)) return 'expired';
    if (form.get('decision') === 'set-up-passkey') await this.showPasskey(page, person);
    else this.showEnrolment(page, person);
    return 'answered';
  }

  /** Checks the code or the passkey by which a person proves the second factor after the password. */
  async verify(page: StepPage, form: Parameters): Promise<ProvenUser | Halt> {
    const person = await this.read(page, form);
    if (person?.user.secondFactorAt === undefined) return 'expired';
    const failure = await this.check(page, person, form);
    if (failure === undefined) return { ...person, level: 'factor' };
    await this.showCode(page, person, failure);
    return 'answered';
  }

  /**
   * Checks a code or a passkey. Returns undefined if the check succeeds, and otherwise the reason why the person must
   * try again.
   */
  async check(page: StepPage, person: ProvenUser, form: Parameters): Promise<CodeFailure | undefined> {
    const [code, credential] = [form.get('factor_code'), form.get('passkey')];
    if (code === undefined && credential === undefined) return { problem: 'missing-code' };
    try {
      if (credential !== undefined) {
        return (await this.#isPasskey(page, person, credential)) ? undefined : { problem: 'wrong-passkey' };
      }
      const typed = { user: person.user, code: code ?? '', clientId: page.clientId };
      return (await checkSecondFactor(this.server, typed, page.visit.origin)) ? undefined : { problem: 'wrong-code' };
    } catch (error) {
      if (!(error instanceof AuthError) || error.code !== 'throttled') throw error;
      return { problem: 'locked', retryAfterSeconds: error.retryAfterSeconds };
    }
  }

  /**
   * Stores a new passkey, or a new authenticator app after the person has typed its first code. Then shows new recovery
   * codes. If there are no new codes, returns the proven person instead.
   */
  async enrol(page: StepPage, form: Parameters): Promise<ProvenUser | Halt> {
    const person = await this.read(page, form);
    if (person === undefined || !mayEnrol(person)) return 'expired';
    const credential = form.get('passkey');
    if (credential !== undefined) return this.#enrolPasskey(page, person, credential, form.get('passkey_name') ?? '');
    const sealedSecret = Buffer.from(form.get('authenticator') ?? '', 'base64url');
    const code = form.get('factor_code') ?? '';
    const result = await this.#enrol(page, person, { sealedSecret, code });
    if (result?.outcome === 'enrolled') {
      this.showRecoveryCodes(page, { ...person, user: result.user, level: 'factor' }, result.recoveryCodes);
    } else if (result?.outcome === 'wrong-code') {
      const problem = code === '' ? 'missing-code' : 'wrong-code';
      this.showEnrolment(page, person, proposeAgain(this.server, person.user, sealedSecret), { problem });
    } else {
      return 'expired';
    }
    return 'answered';
  }

  async #enrolPasskey(
    page: StepPage,
    person: ProvenUser,
    credential: string,
    name: string,
  ): Promise<ProvenUser | Halt> {
    const answer = this.#answer(person, credential);
    if (answer === undefined) return 'expired';
    const result = await enrolPasskey(this.server, person.user, { name, answer }, page.visit.origin);
    if (result.outcome === 'changed') return 'expired';
    if (result.outcome !== 'enrolled') {
      await this.showPasskey(page, person, { problem: enrolmentProblems[result.outcome] }, name);
      return 'answered';
    }
    const proven = { ...person, user: result.user, level: 'factor' } as const;
    if (result.recoveryCodes.length === 0) return proven;
    this.showRecoveryCodes(page, proven, result.recoveryCodes);
    return 'answered';
  }

  async #isPasskey({ visit, clientId }: StepPage, person: ProvenUser, credential: string): Promise<boolean> {
    const answer = this.#answer(person, credential);
    if (answer === undefined) return false;
    return checkPasskey(this.server, { user: person.user, answer, clientId }, visit.origin);
  }

  /**
   * Returns the answer to the question for a passkey on the sent page. Returns undefined if that page had no such
   * question.
   */
  #answer({ challenge, authenticatedAt }: ProvenUser, credential: string) {
    if (challenge === undefined) return undefined;
    return { challenge, credential, expiresAt: authenticatedAt + this.env.signInFormSeconds * 1_000 };
  }

  async #factors(page: StepPage, person: ProvenUser) {
    const question = await askForPasskey(this.server, person.user);
    const hasApp = (await this.server.factors.findAuthenticator(person.user.subject)) !== undefined;
    return { ...this.proven(page, person, question?.challenge), passkey: question?.options, hasApp };
  }

  #setUp({ isCancellable }: StepPage, { user }: ProvenUser) {
    const isRequired = user.secondFactorAt === undefined && needsSecondFactor(this.server.settings, user);
    return { isRequired, isCancellable };
  }

  /** Returns undefined if the sealed secret does not come from a page for this person. */
  async #enrol(
    { visit }: StepPage,
    { user }: ProvenUser,
    typed: { readonly sealedSecret: Buffer; readonly code: string },
  ): Promise<EnrolmentResult | undefined> {
    try {
      return await enrolAuthenticator(this.server, user, typed, visit.origin);
    } catch (error) {
      if (error instanceof AuthError && error.code === 'secret-key-wrong') return undefined;
      throw error;
    }
  }

  #send(visit: PageVisit, page: string, { problem, retryAfterSeconds }: CodeFailure, usesPasskey = false): void {
    const status = problem === undefined ? 200 : problem === 'locked' ? 429 : 400;
    this.pages.send(visit, status, page, { hasForm: true, usesPasskey, retryAfterSeconds });
  }
}

/** Whether the person may set up a factor. A person who has a second factor must prove it before. */
export function mayEnrol({ user, level }: ProvenUser): boolean {
  return user.secondFactorAt === undefined || level === 'factor';
}
