import { Injectable } from '@nestjs/common';
import {
  AuthServer,
  findUserOfResetLink,
  type Parameters,
  resetPassword,
  type User,
} from '@trading-platform/auth-core';
import { BrowserPages, linksOf } from '../../browser/browser-pages.js';
import { FactorSteps, mayEnrol, type StepPage } from '../../browser/factor-steps.js';
import { type FormBinding, makeFormToken } from '../../browser/form-token.js';
import type { PageVisit } from '../../browser/page-visit.js';
import { SignInForm } from '../../browser/sign-in-form.js';
import type { ProvenUser } from '../../browser/sign-in-proof.js';
import { renderDeadLinkPage, renderResetDonePage, renderResetPage } from '../../page/index.js';
import { type PasswordRefusal, passwordRefusal, typedPassword } from './typed-password.js';

/** A person who has opened a valid reset link, with the page to which it leads. */
interface Holder {
  readonly page: StepPage;
  readonly user: User;
  /** The secret of the link. */
  readonly link: string;
}

/** The actions that a person can take on the page of a reset link. The link takes the place of the password, not of the second factor. */
@Injectable()
export class ResetForm {
  constructor(
    private readonly server: AuthServer,
    private readonly browser: BrowserPages,
    private readonly steps: FactorSteps,
    private readonly forms: SignInForm,
  ) {}

  async open(visit: PageVisit, link: string | undefined): Promise<void> {
    const holder = await this.#holder(visit, link);
    if (holder !== undefined) await this.#begin(holder);
  }

  /** Carries out the action of the button that was pressed on the page. */
  async submit(visit: PageVisit, form: Parameters): Promise<void> {
    const holder = await this.#holder(visit, form.get('link'));
    if (holder === undefined) return;
    const refused = this.forms.refusal(visit, form, (browserId) => bindingOf(visit, browserId));
    if (refused !== undefined) return this.#begin(holder, { status: refused.status, problem: 'form-refused' });
    if (form.get('decision') === 'verify') return this.#verify(holder, form);
    return this.#set(holder, form);
  }

  async #verify(holder: Holder, form: Parameters): Promise<void> {
    const person = await this.steps.verify(holder.page, form);
    if (person === 'expired') return this.#begin(holder, { status: 400, problem: 'form-refused' });
    if (person !== 'answered') this.#show(holder, person);
  }

  async #set(holder: Holder, form: Parameters): Promise<void> {
    const { page, link } = holder;
    const { visit } = page;
    const person = await this.steps.read(page, form);
    if (person?.user.subject !== holder.user.subject || !mayEnrol(person)) {
      return this.#begin(holder, { status: 400, problem: 'form-refused' });
    }
    const password = typedPassword(form);
    if (typeof password !== 'string') return this.#show(holder, person, password);
    try {
      const isSet = await resetPassword(this.server, person.user, { secret: link, password }, visit.origin);
      if (!isSet) return this.#showDead(visit);
      this.browser.send(visit, 200, renderResetDonePage(visit));
    } catch (error) {
      this.#show(holder, person, passwordRefusal(error));
    }
  }

  /** Shows the first step: the code of a user who has a second factor, and otherwise the new password. */
  async #begin(holder: Holder, refusal?: PasswordRefusal): Promise<void> {
    const { page, user } = holder;
    const person = { user, authenticatedAt: this.server.clock.now(), level: 'password' } as const;
    if (user.secondFactorAt === undefined) this.#show(holder, person, refusal);
    else await this.steps.showCode(page, person);
  }

  #show({ page }: Holder, person: ProvenUser, refusal?: PasswordRefusal): void {
    const { visit } = page;
    const { status = 200, problem, retryAfterSeconds } = refusal ?? {};
    const view = { ...this.steps.proven(page, person), userId: person.user.userId, problem };
    this.browser.send(visit, status, renderResetPage(view), { hasForm: true, hasPassword: true, retryAfterSeconds });
  }

  async #holder(visit: PageVisit, link: string | undefined): Promise<Holder | undefined> {
    const user = await findUserOfResetLink(this.server, link);
    if (user !== undefined && link !== undefined) return { user, link, page: this.#stepPage(visit, link) };
    this.#showDead(visit);
    return undefined;
  }

  #showDead(visit: PageVisit): void {
    const { language, request } = visit;
    const languageLinks = request.method === 'GET' ? linksOf(visit) : undefined;
    const { forgottenPassword } = this.browser;
    this.browser.send(visit, 400, renderDeadLinkPage({ language, languageLinks, forgottenPassword }));
  }

  #stepPage(visit: PageVisit, link: string): StepPage {
    const { language, path, request } = visit;
    const binding = bindingOf(visit, this.browser.browserId(visit));
    const csrfToken = makeFormToken(this.server.secret, binding, this.server.clock.now());
    const languageLinks = request.method === 'GET' ? linksOf(visit) : undefined;
    return {
      visit,
      form: { language, formAction: path, languageLinks, csrfToken, link },
      context: `${binding.browserId}\n${path}`,
      isCancellable: false,
    };
  }
}

/** The forms of this page are valid in one browser, and only for this page. */
function bindingOf({ path }: PageVisit, browserId: string): FormBinding {
  return { browserId, request: path, rights: [] };
}
