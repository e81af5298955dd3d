import { Injectable } from '@nestjs/common';
import { AuthServer, needsSecondFactor } from '@trading-platform/auth-core';
import { BrowserPages, linksOf } from '../../browser/browser-pages.js';
import { FactorSteps, type StepPage } from '../../browser/factor-steps.js';
import { type FormBinding, makeFormToken } from '../../browser/form-token.js';
import type { PageVisit } from '../../browser/page-visit.js';
import type { SignInAgain } from '../../browser/sign-in-form.js';
import type { ProvenUser } from '../../browser/sign-in-proof.js';
import { renderAccountPage, renderAccountSignInPage } from '../../page/index.js';

/** Answers a browser with one of the pages about how a person signs in. */
@Injectable()
export class SecurityPages {
  constructor(
    private readonly server: AuthServer,
    private readonly browser: BrowserPages,
    private readonly steps: FactorSteps,
  ) {}

  showSignIn(visit: PageVisit, again?: SignInAgain): void {
    const { problem, retryAfterSeconds, userId = '', status = 200 } = again ?? {};
    if (retryAfterSeconds !== undefined) void visit.reply.header('Retry-After', String(retryAfterSeconds));
    const view = { ...this.stepPage(visit).form, userId, problem, retryAfterSeconds };
    this.browser.send(visit, status, renderAccountSignInPage(view), { hasForm: true });
  }

  async showAccount(page: StepPage, person: ProvenUser): Promise<void> {
    const { user } = person;
    const { factors, settings } = this.server;
    const view = {
      ...this.steps.proven(page, person),
      userId: user.userId,
      hasApp: (await factors.findAuthenticator(user.subject)) !== undefined,
      passkeys: await factors.listPasskeys(user.subject),
      allowsPasskeys: this.steps.allowsPasskeys,
      isRequired: needsSecondFactor(settings, user),
      recoveryCodes: await factors.countRecoveryCodes(user.subject),
    };
    this.browser.send(page.visit, 200, renderAccountPage(view), { hasForm: true });
  }

  stepPage(visit: PageVisit): StepPage {
    const { language, path } = visit;
    const binding = this.binding(visit, this.browser.browserId(visit));
    const csrfToken = makeFormToken(this.server.secret, binding, this.server.clock.now());
    return {
      visit,
      form: { language, formAction: path, languageLinks: linksOf(visit), csrfToken },
      context: `${binding.browserId}\n${path}`,
      isCancellable: false,
    };
  }

  /** The forms of these pages hold for one browser, and for nothing but these pages. */
  binding({ path }: PageVisit, browserId: string): FormBinding {
    return { browserId, request: path, rights: [] };
  }
}
