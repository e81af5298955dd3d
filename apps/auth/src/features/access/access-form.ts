import { Injectable } from '@nestjs/common';
import {
  AuthServer,
  endGrantOf,
  endOtherSessions,
  endOwnSession,
  listGrantsOf,
  listOwnSessions,
  type Parameters,
  type User,
} from '@trading-platform/auth-core';
import { AccountSignIn } from '../../browser/account-sign-in.js';
import { BrowserPages } from '../../browser/browser-pages.js';
import { FactorSteps, type StepPage } from '../../browser/factor-steps.js';
import type { PageVisit } from '../../browser/page-visit.js';
import type { ProvenUser } from '../../browser/sign-in-proof.js';
import { accountTexts, applicationName, renderAccessPage } from '../../page/index.js';

/** The actions that a person can take on the page of the person's devices and applications. */
@Injectable()
export class AccessForm {
  constructor(
    private readonly server: AuthServer,
    private readonly browser: BrowserPages,
    private readonly account: AccountSignIn,
    private readonly steps: FactorSteps,
  ) {}

  /** Carries out the action of the button that was pressed on the page. */
  async submit(visit: PageVisit, form: Parameters): Promise<void> {
    if (this.account.refuseForeign(visit, 'access', form)) return;
    const page = this.account.stepPage(visit);
    const end = this.#endOf(visit, form);
    const person = await (end === undefined
      ? this.account.arrive(page, 'access', form)
      : this.account.proven(page, 'access', form));
    if (person !== undefined) await this.#show(page, person, await end?.(person.user));
  }

  /**
   * Returns the function that ends the sessions or the grant of the pressed button. The page shows the result of the
   * function.
   */
  #endOf(visit: PageVisit, form: Parameters): ((user: User) => Promise<string>) | undefined {
    const session = form.get('end_session');
    const grant = form.get('end_grant');
    if (session !== undefined) return (user) => this.#endSession(visit, user, session);
    if (grant !== undefined) return (user) => this.#endGrant(visit, user, grant);
    if (form.get('decision') === 'end-others') return (user) => this.#endOthers(visit, user);
    return undefined;
  }

  async #endSession(visit: PageVisit, user: User, sessionId: string): Promise<string> {
    const { endedDevice, nothingEnded } = accountTexts[visit.language];
    return (await endOwnSession(this.server, user, sessionId, visit.origin)) ? endedDevice : nothingEnded;
  }

  async #endOthers(visit: PageVisit, user: User): Promise<string> {
    const { endedDevices, nothingEnded } = accountTexts[visit.language];
    const ended = await endOtherSessions(this.server, user, this.#session(visit), visit.origin);
    return ended === 0 ? nothingEnded : endedDevices(ended);
  }

  async #endGrant(visit: PageVisit, user: User, grantId: string): Promise<string> {
    const texts = accountTexts[visit.language];
    const grant = await endGrantOf(this.server, user, grantId, visit.origin);
    if (grant === undefined) return texts.nothingEnded;
    const client = await this.server.clients.find(grant.clientId);
    return texts.endedApplication(applicationName(texts, client?.name));
  }

  async #show(page: StepPage, person: ProvenUser, done: string | undefined): Promise<void> {
    const { visit } = page;
    const { user } = person;
    const view = {
      ...this.steps.proven(page, person),
      sessions: await listOwnSessions(this.server, user, this.#session(visit)),
      keepsSessions: this.server.settings.sessionLifetimeSeconds > 0,
      grants: await listGrantsOf(this.server, user),
      done,
    };
    this.browser.send(visit, 200, renderAccessPage(view), { hasForm: true });
  }

  #session({ request }: PageVisit): string | undefined {
    return this.browser.cookies.read(request, 'session');
  }
}
