import { Injectable } from '@nestjs/common';
import { AuthServer, type Parameters } from '@trading-platform/auth-core';
import { type AccountPlace, renderAccountSignInPage } from '../page/index.js';
import { BrowserPages, linksOf } from './browser-pages.js';
import { FactorSteps, type Halt, mayEnrol, type StepPage } from './factor-steps.js';
import { type FormBinding, makeFormToken } from './form-token.js';
import type { PageVisit } from './page-visit.js';
import { type SignInAgain, SignInForm } from './sign-in-form.js';
import type { ProvenUser } from './sign-in-proof.js';

/**
 * Lets a person sign in to the pages of the person's own account. The pages have a common path, and a proof of the
 * person is valid for all of them, so the person can go from one page to the next.
 */
@Injectable()
export class AccountSignIn {
  constructor(
    private readonly server: AuthServer,
    private readonly browser: BrowserPages,
    private readonly steps: FactorSteps,
    private readonly forms: SignInForm,
  ) {}

  show(visit: PageVisit, place: AccountPlace, again?: SignInAgain): void {
    const { problem, retryAfterSeconds, userId = '', status = 200 } = again ?? {};
    const { forgottenPassword } = this.browser;
    const view = { ...this.stepPage(visit).form, place, userId, problem, retryAfterSeconds, forgottenPassword };
    const page = renderAccountSignInPage(view);
    this.browser.send(visit, status, page, { hasForm: true, hasPassword: true, retryAfterSeconds });
  }

  stepPage(visit: PageVisit): StepPage {
    const { language, path } = visit;
    const binding = bindingOf(visit, this.browser.browserId(visit));
    const csrfToken = makeFormToken(this.server.secret, binding, this.server.clock.now());
    return {
      visit,
      form: { language, formAction: path, languageLinks: linksOf(visit), csrfToken },
      context: `${binding.browserId}\n${binding.request}`,
      isCancellable: false,
    };
  }

  /**
   * If a form was sent by another site or browser, or if it is too old, it has no effect, and the person signs in
   * again.
   */
  refuseForeign(visit: PageVisit, place: AccountPlace, form: Parameters): boolean {
    const again = this.forms.refusal(visit, form, (browserId) => bindingOf(visit, browserId));
    if (again !== undefined) this.show(visit, place, again);
    return again !== undefined;
  }

  /**
   * Returns the person who opens a page. The person has just signed in, has sent a code, or comes from another page of
   * the account. Returns undefined if the person does not get to the page, and another page has been shown.
   */
  async arrive(page: StepPage, place: AccountPlace, form: Parameters): Promise<ProvenUser | undefined> {
    switch (form.get('decision')) {
      case 'verify':
        return this.#unlessHalted(page, place, await this.steps.verify(page, form));
      case 'show':
        return this.proven(page, place, form);
      default:
        return this.#signIn(page, place, form);
    }
  }

  /**
   * Returns the person whose proof the form contains. Returns undefined if the person must sign in again; the sign-in
   * page has then been shown.
   */
  async proven(page: StepPage, place: AccountPlace, form: Parameters): Promise<ProvenUser | undefined> {
    const person = await this.steps.read(page, form);
    return this.#unlessHalted(page, place, person !== undefined && mayEnrol(person) ? person : 'expired');
  }

  expired({ visit }: StepPage, place: AccountPlace): void {
    this.show(visit, place, { status: 400, problem: 'form-expired', userId: '' });
  }

  async #signIn(page: StepPage, place: AccountPlace, form: Parameters): Promise<ProvenUser | undefined> {
    const { visit } = page;
    try {
      const person = await this.forms.signIn(visit, form, undefined);
      if ('problem' in person) this.show(visit, place, person);
      else if (person.user.secondFactorAt !== undefined) await this.steps.showCode(page, person);
      else return person;
    } catch (error) {
      this.show(visit, place, this.forms.delay(error, form));
    }
    return undefined;
  }

  #unlessHalted(page: StepPage, place: AccountPlace, person: ProvenUser | Halt): ProvenUser | undefined {
    if (person === 'expired') this.expired(page, place);
    return typeof person === 'string' ? undefined : person;
  }
}

/** The forms of these pages are valid in one browser, and only for these pages. */
function bindingOf({ path }: PageVisit, browserId: string): FormBinding {
  return { browserId, request: path.slice(0, path.lastIndexOf('/')), rights: [] };
}
