import { Inject, Injectable } from '@nestjs/common';
import {
  AuthError,
  AuthServer,
  checkSecondFactor,
  type EnrolmentResult,
  enrolAuthenticator,
  needsSecondFactor,
  type Parameters,
  type ProposedAuthenticator,
  proposeAgain,
  proposeAuthenticator,
} from '@trading-platform/auth-core';
import { ENV, type Env } from '../env.js';
import {
  type CodeFailure,
  type PageForm,
  renderCodePage,
  renderEnrolmentPage,
  renderRecoveryCodesPage,
} from '../page/index.js';
import { BrowserPages } from './browser-pages.js';
import type { PageVisit } from './page-visit.js';
import { makeProof, type ProvenUser, readProof } from './sign-in-proof.js';

/** A page on which a person signs in step by step. */
export interface StepPage {
  readonly visit: PageVisit;
  readonly form: PageForm;
  /** The browser and the request for which a proof holds. */
  readonly context: string;
  readonly clientId?: string | undefined;
  /** Whether the person may give up and go back to the application. */
  readonly isCancellable: boolean;
}

/** A step that did not bring the person further: its page has been answered, or the person must begin again. */
export type Halt = 'answered' | 'expired';

/** The steps after the password: a code of the second factor, or setting one up. */
@Injectable()
export class FactorSteps {
  constructor(
    private readonly server: AuthServer,
    @Inject(ENV) private readonly env: Env,
    private readonly pages: BrowserPages,
  ) {}

  /** Returns the person whose proof the form contains, or undefined if the proof no longer holds. */
  read({ context }: StepPage, form: Parameters): Promise<ProvenUser | undefined> {
    const lifetimeSeconds = this.env.signInFormSeconds;
    return readProof(this.server, form.get('proof'), { context, lifetimeSeconds });
  }

  /** Returns the form of the page, with a proof of the person. */
  proven({ form, context }: StepPage, person: ProvenUser) {
    return { ...form, proof: makeProof(this.server, person, context) };
  }

  showCode(page: StepPage, person: ProvenUser, failure: CodeFailure = {}): void {
    const { visit, isCancellable } = page;
    const view = { ...this.proven(page, person), ...failure, isCancellable };
    this.#send(visit, renderCodePage(view), failure);
  }

  showEnrolment(
    page: StepPage,
    person: ProvenUser,
    proposed: ProposedAuthenticator = proposeAuthenticator(this.server, person.user),
    failure: CodeFailure = {},
  ): void {
    const { visit, isCancellable } = page;
    const { address, secretText, sealedSecret } = proposed;
    const isRequired = person.user.secondFactorAt === undefined && needsSecondFactor(this.server.settings, person.user);
    const secret = { address, secretText, sealedSecret: sealedSecret.toString('base64url') };
    const view = { ...this.proven(page, person), ...secret, ...failure, isRequired, isCancellable };
    this.#send(visit, renderEnrolmentPage(view), failure);
  }

  showRecoveryCodes(page: StepPage, person: ProvenUser, codes: readonly string[]): void {
    this.#send(page.visit, renderRecoveryCodesPage({ ...this.proven(page, person), codes }), {});
  }

  /** Checks the code that a person has typed after the password. */
  async verify(page: StepPage, form: Parameters): Promise<ProvenUser | Halt> {
    const person = await this.read(page, form);
    if (person?.user.secondFactorAt === undefined) return 'expired';
    const failure = await this.check(page, person, form.get('factor_code'));
    if (failure === undefined) return { ...person, level: 'factor' };
    this.showCode(page, person, failure);
    return 'answered';
  }

  /** Checks a code. Returns undefined if it is right, and otherwise the reason why the person must type another. */
  async check(
    { visit, clientId }: StepPage,
    { user }: ProvenUser,
    code: string | undefined,
  ): Promise<CodeFailure | undefined> {
    if (code === undefined) return { problem: 'missing-code' };
    try {
      const isRight = await checkSecondFactor(this.server, { user, code, clientId }, visit.origin);
      return isRight ? undefined : { problem: 'wrong-code' };
    } catch (error) {
      if (!(error instanceof AuthError) || error.code !== 'throttled') throw error;
      return { problem: 'locked', retryAfterSeconds: error.retryAfterSeconds };
    }
  }

  /** Stores the authenticator app whose first code a person has typed, and shows the recovery codes. */
  async enrol(page: StepPage, form: Parameters): Promise<Halt> {
    const person = await this.read(page, form);
    const sealedSecret = Buffer.from(form.get('authenticator') ?? '', 'base64url');
    if (person === undefined || !mayEnrol(person)) return 'expired';
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

  /** Returns undefined if the sealed secret is not that of a page for this person. */
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

  #send(visit: PageVisit, page: string, { problem, retryAfterSeconds }: CodeFailure): void {
    if (retryAfterSeconds !== undefined) void visit.reply.header('Retry-After', String(retryAfterSeconds));
    const status = problem === undefined ? 200 : problem === 'locked' ? 429 : 400;
    this.pages.send(visit, status, page, { hasForm: true });
  }
}

/** A person who has a second factor proves it before setting up another. */
export function mayEnrol({ user, level }: ProvenUser): boolean {
  return user.secondFactorAt === undefined || level === 'factor';
}
