import { Injectable } from '@nestjs/common';
import { AuthServer, findSignedIn } from '@trading-platform/auth-core';
import { BrowserPages, linksOf } from '../../browser/browser-pages.js';
import type { StepPage } from '../../browser/factor-steps.js';
import { makeFormToken } from '../../browser/form-token.js';
import type { PageVisit } from '../../browser/page-visit.js';
import { inLanguage, queryWithoutLanguage } from '../../browser/query-without-language.js';
import type { SignInAgain } from '../../browser/sign-in-form.js';
import { pageHeaders, renderConfirmPage, renderSignedOutPage, renderSignInPage } from '../../page/index.js';
import type { AcceptedVisit } from './accepted-visit.js';

/** Answers a browser with one of the pages of an authorization request. */
@Injectable()
export class AuthorizationPages {
  constructor(
    private readonly server: AuthServer,
    private readonly browser: BrowserPages,
  ) {}

  /** Shows the first page: the sign-in page or, if the user is already signed in, only the page for confirmation. */
  async showFirst(visit: AcceptedVisit): Promise<void> {
    const signedIn = await findSignedIn(this.server, this.browser.cookies.read(visit.request, 'session'));
    if (signedIn === undefined || visit.authorization.forceSignIn) return this.showSignIn(visit);
    const view = { ...this.#formView(visit), userId: signedIn.user.userId };
    this.browser.send(visit, 200, renderConfirmPage(view), { hasForm: true });
  }

  showSignIn(visit: AcceptedVisit, again?: SignInAgain): void {
    const { problem, retryAfterSeconds, userId = '', status = 200 } = again ?? {};
    const { forgottenPassword } = this.browser;
    const view = { ...this.#formView(visit), userId, problem, retryAfterSeconds, forgottenPassword };
    const page = renderSignInPage(view);
    this.browser.send(visit, status, page, { hasForm: true, hasPassword: true, retryAfterSeconds });
  }

  showSignedOut(visit: PageVisit): void {
    const { language, path, query } = visit;
    const signInAddress = inLanguage(path, query, language);
    this.browser.send(visit, 200, renderSignedOutPage({ language, signInAddress }));
  }

  /** Sends the browser back to the application. The browser requests the new address with GET and without the form. */
  redirect(visit: PageVisit, location: string): void {
    const { 'cache-control': cacheControl, pragma, 'referrer-policy': referrerPolicy } = pageHeaders();
    void visit.reply
      .code(303)
      .headers({ 'cache-control': cacheControl, pragma, 'referrer-policy': referrerPolicy, location })
      .send();
  }

  /** The page of a step after the password. */
  stepPage(visit: AcceptedVisit): StepPage {
    const { language, formAction, languageLinks, csrfToken } = this.#formView(visit);
    return {
      visit,
      form: { language, formAction, languageLinks, csrfToken },
      context: `${this.browser.browserId(visit)}\n${formAction}`,
      clientId: visit.authorization.client.clientId,
      isCancellable: true,
    };
  }

  #formView(visit: AcceptedVisit) {
    const { language, query, path } = visit;
    const { client } = visit.authorization;
    const request = queryWithoutLanguage(query);
    const csrfToken = makeFormToken(
      this.server.secret,
      { browserId: this.browser.browserId(visit), request, rights: client.rights },
      this.server.clock.now(),
    );
    const formAction = `${path}?${request}`;
    return {
      language,
      applicationName: client.name,
      rights: client.rights,
      formAction,
      languageLinks: linksOf(visit),
      csrfToken,
    };
  }
}
