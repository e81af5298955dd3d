import { Controller, Get, Inject, Post, Req, Res, UseFilters } from '@nestjs/common';
import {
  AuthServer,
  checkAuthorizationRequest,
  type Parameters,
  readParameters,
  readQueryBytes,
  writeQueryBytes,
} from '@trading-platform/auth-core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BrowserPages } from '../../browser/browser-pages.js';
import { PageErrorFilter } from '../../browser/page-error.filter.js';
import type { PageVisit } from '../../browser/page-visit.js';
import { readVisit } from '../../browser/read-visit.js';
import { ENV, type Env } from '../../env.js';
import { formOf } from '../../http/form-body.js';
import { queryOf } from '../../http/query-of.js';
import type { AcceptedVisit } from './accepted-visit.js';
import { AuthorizationForm } from './authorization-form.js';
import { AuthorizationPages } from './authorization-pages.js';

const formOnly = [
  'csrf_token',
  'user_id',
  'user_password',
  'decision',
  'client_secret',
  'proof',
  'factor_code',
  'authenticator',
  'passkey',
  'passkey_name',
];

/** Serves the authorization page to the user's browser (Spec 4.1). */
@Controller('authorize')
@UseFilters(PageErrorFilter)
export class AuthorizationController {
  constructor(
    private readonly server: AuthServer,
    @Inject(ENV) private readonly env: Env,
    private readonly browser: BrowserPages,
    private readonly pages: AuthorizationPages,
    private readonly form: AuthorizationForm,
  ) {}

  @Get()
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const visit = await this.#accept(readVisit(this.env, request, reply));
    if (visit !== undefined) await this.pages.showFirst(visit);
  }

  @Post()
  async submit(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const form = readParameters(formOf(request));
    const visited = readVisit(this.env, request, reply, form.get('lang'));
    if (this.#isRequest(visited, form)) {
      const query = [visited.query, formOf(request)].filter((part) => part !== '').join('&');
      return this.pages.redirect(visited, `${visited.path}?${writeQueryBytes(readQueryBytes(query))}`);
    }
    const visit = await this.#accept(visited);
    if (visit !== undefined) await this.form.submit(visit, form);
  }

  /**
   * OpenID Connect clients may also post their request (OpenID Connect Core 3.1.2.1). The form of the page then
   * contains the request in the address to which it is sent.
   */
  #isRequest({ query }: PageVisit, form: Parameters): boolean {
    return this.env.openidConnect && form.has('client_id') && !new URLSearchParams(query).has('client_id');
  }

  /** Returns the visit after its request has been checked, or undefined if the visit has already been answered. */
  async #accept(visit: PageVisit): Promise<AcceptedVisit | undefined> {
    const query = new URLSearchParams(queryOf(visit.request));
    if (formOnly.some((name) => query.has(name))) {
      this.browser.showProblem(visit, 'request-invalid');
      return undefined;
    }
    const check = await checkAuthorizationRequest(this.server, visit.query);
    if (check.outcome === 'accepted') return { ...visit, authorization: check.request };
    if (check.outcome === 'redirected') this.pages.redirect(visit, check.location);
    else this.browser.showProblem(visit, check.problem);
    return undefined;
  }
}
