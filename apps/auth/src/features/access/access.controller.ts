import { Controller, Get, Inject, Post, Req, Res, UseFilters } from '@nestjs/common';
import { readParameters } from '@trading-platform/auth-core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccountSignIn } from '../../browser/account-sign-in.js';
import { PageErrorFilter } from '../../browser/page-error.filter.js';
import { readVisit } from '../../browser/read-visit.js';
import { ENV, type Env } from '../../env.js';
import { formOf } from '../../http/form-body.js';
import { AccessForm } from './access-form.js';

/**
 * Serves the page on which people see their signed-in browsers and their applications, and can end them. The page is an
 * addition to the contract.
 */
@Controller('access')
@UseFilters(PageErrorFilter)
export class AccessController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly account: AccountSignIn,
    private readonly form: AccessForm,
  ) {}

  @Get()
  show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    this.account.show(readVisit(this.env, request, reply), 'access');
  }

  @Post()
  async submit(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const form = readParameters(formOf(request));
    await this.form.submit(readVisit(this.env, request, reply, form.get('lang')), form);
  }
}
