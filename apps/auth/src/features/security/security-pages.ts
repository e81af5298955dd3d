import { Injectable } from '@nestjs/common';
import { AuthServer, needsSecondFactor } from '@trading-platform/auth-core';
import { BrowserPages } from '../../browser/browser-pages.js';
import { FactorSteps, type StepPage } from '../../browser/factor-steps.js';
import type { ProvenUser } from '../../browser/sign-in-proof.js';
import { renderAccountPage } from '../../page/index.js';

/** Answers a browser with one of the pages about how a person signs in. */
@Injectable()
export class SecurityPages {
  constructor(
    private readonly server: AuthServer,
    private readonly browser: BrowserPages,
    private readonly steps: FactorSteps,
  ) {}

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
}
