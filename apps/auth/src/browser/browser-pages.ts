import { Inject, Injectable } from '@nestjs/common';
import { AuthServer } from '@trading-platform/auth-core';
import { ENV, type Env } from '../env.js';
import {
  type LanguageLinks,
  type PageNeeds,
  pageHeaders,
  type RequestProblem,
  renderErrorPage,
} from '../page/index.js';
import { BrowserCookies } from './browser-cookies.js';
import type { PageVisit } from './page-visit.js';
import { inLanguage } from './query-without-language.js';

/** The needs of a page, and the number of seconds that a person must wait. */
export interface PageAnswer extends PageNeeds {
  readonly retryAfterSeconds?: number | undefined;
}

/** Answers a browser with a page. */
@Injectable()
export class BrowserPages {
  readonly cookies: BrowserCookies;

  /** The text on sign-in pages for people who have forgotten the password. */
  readonly forgottenPassword: string | undefined;

  constructor(
    private readonly server: AuthServer,
    @Inject(ENV) { forgottenPassword }: Env,
  ) {
    this.cookies = new BrowserCookies(server.settings.issuer);
    this.forgottenPassword = forgottenPassword;
  }

  /** Returns the id of the browser. Forms are made for this id. A browser without an id gets a new one. */
  browserId({ request, reply }: PageVisit): string {
    const known = this.cookies.read(request, 'form');
    if (known !== undefined && /^[A-Za-z0-9_-]{22}$/.test(known)) return known;
    const browserId = this.server.randomness.bytes(16).toString('base64url');
    this.cookies.set(reply, 'form', browserId);
    return browserId;
  }

  send({ reply }: PageVisit, status: number, page: string, { retryAfterSeconds, ...needs }: PageAnswer = {}): void {
    if (retryAfterSeconds !== undefined) void reply.header('Retry-After', String(retryAfterSeconds));
    void reply.code(status).headers(pageHeaders(needs)).send(page);
  }

  /** Shows the problem of a request if the server must not send the browser back to an application. */
  showProblem(visit: PageVisit, problem: RequestProblem, status = 400): void {
    const { language, request } = visit;
    const languageLinks = request.method === 'GET' ? linksOf(visit) : undefined;
    this.send(visit, status, renderErrorPage({ language, problem, requestId: request.id, languageLinks }));
  }
}

export function linksOf({ path, query }: PageVisit): LanguageLinks {
  return { ja: inLanguage(path, query, 'ja'), en: inLanguage(path, query, 'en') };
}
