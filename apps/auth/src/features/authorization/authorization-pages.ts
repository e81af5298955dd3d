import { Injectable } from '@nestjs/common';
import { AuthServer, findSignedIn } from '@trading-platform/auth-core';
import { inLanguage, queryWithoutLanguage } from './authorization-query.js';
import { BrowserCookies } from './browser-cookies.js';
import { makeFormToken } from './form-token.js';
import {
  type LanguageLinks,
  pageHeaders,
  type RequestProblem,
  renderConfirmPage,
  renderErrorPage,
  renderSignedOutPage,
  renderSignInPage,
  type SignInProblem,
} from './page/index.js';
import type { AcceptedVisit, PageVisit } from './page-visit.js';

/** The data with which a sign-in page is shown again. */
export interface SignInAgain {
  readonly status: number;
  readonly problem: SignInProblem;
  readonly userId: string;
  readonly retryAfterSeconds?: number | undefined;
}

/** Answers a browser with one of the pages. */
@Injectable()
export class AuthorizationPages {
  readonly cookies: BrowserCookies;

  constructor(private readonly server: AuthServer) {
    this.cookies = new BrowserCookies(server.settings.issuer);
  }

  /** Shows the first page: the sign-in page or, if the user is already signed in, only the page for confirmation. */
  async showFirst(visit: AcceptedVisit): Promise<void> {
    const signedIn = await findSignedIn(this.server, this.cookies.read(visit.request, 'session'));
    if (signedIn === undefined || visit.authorization.forceSignIn) return this.showSignIn(visit);
    const view = { ...this.#formView(visit), userId: signedIn.user.userId };
    this.#send(visit, 200, renderConfirmPage(view), { hasForm: true });
  }

  showSignIn(visit: AcceptedVisit, again?: SignInAgain): void {
    const { problem, retryAfterSeconds, userId = '', status = 200 } = again ?? {};
    if (retryAfterSeconds !== undefined) void visit.reply.header('Retry-After', String(retryAfterSeconds));
    const page = renderSignInPage({ ...this.#formView(visit), userId, problem, retryAfterSeconds });
    this.#send(visit, status, page, { hasForm: true });
  }

  showSignedOut(visit: PageVisit): void {
    const { language, path, query } = visit;
    this.#send(visit, 200, renderSignedOutPage({ language, signInAddress: inLanguage(path, query, language) }));
  }

  /** Shows a problem of a request for which the server must not send the browser back to an application. */
  showProblem(visit: PageVisit, problem: RequestProblem, status = 400): void {
    const { language, request } = visit;
    const languageLinks = request.method === 'GET' ? linksOf(visit) : undefined;
    this.#send(visit, status, renderErrorPage({ language, problem, requestId: request.id, languageLinks }));
  }

  /** Sends the browser back to the application. The browser requests the new address with GET and without the form. */
  redirect(visit: PageVisit, location: string): void {
    const { 'cache-control': cacheControl, pragma, 'referrer-policy': referrerPolicy } = pageHeaders();
    void visit.reply
      .code(303)
      .headers({ 'cache-control': cacheControl, pragma, 'referrer-policy': referrerPolicy, location })
      .send();
  }

  #formView(visit: AcceptedVisit) {
    const { language, query, path, authorization } = visit;
    const request = queryWithoutLanguage(query);
    const csrfToken = makeFormToken(
      this.server.secret,
      { browserId: this.#browserId(visit), request, rights: authorization.rights },
      this.server.clock.now(),
    );
    const formAction = `${path}?${request}`;
    return {
      language,
      applicationName: authorization.client.name,
      rights: authorization.rights,
      formAction,
      languageLinks: linksOf(visit),
      csrfToken,
    };
  }

  #browserId({ request, reply }: PageVisit): string {
    const known = this.cookies.read(request, 'form');
    if (known !== undefined && /^[A-Za-z0-9_-]{22}$/.test(known)) return known;
    const browserId = this.server.randomness.bytes(16).toString('base64url');
    this.cookies.set(reply, 'form', browserId);
    return browserId;
  }

  #send({ reply }: PageVisit, status: number, page: string, options?: { readonly hasForm: boolean }): void {
    void reply.code(status).headers(pageHeaders(options)).send(page);
  }
}

function linksOf({ path, query }: PageVisit): LanguageLinks {
  return { ja: inLanguage(path, query, 'ja'), en: inLanguage(path, query, 'en') };
}
