import { Controller, Get, Inject, Post, Req, Res, UseFilters } from '@nestjs/common';
import { readParameters } from '@trading-platform/auth-core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccountSignIn } from '../../browser/account-sign-in.js';
import { PageErrorFilter } from '../../browser/page-error.filter.js';
import { readVisit } from '../../browser/read-visit.js';
import { ENV, type Env } from '../../env.js';
import { formOf } from '../../http/form-body.js';
import { SecurityForm } from './security-form.js';

/**
 * Serves the page on which people see the ways in which they sign in, and change them. The page is an addition to the
 * contract.
 */
@Controller('security')
@UseFilters(PageErrorFilter)
export class SecurityController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly account: AccountSignIn,
    private readonly form: SecurityForm,
  ) {}

  @Get()
  show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    this.account.show(readVisit(this.env, request, reply), 'security');
  }

  @Post()
  async submit(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const form = readParameters(formOf(request));
    await this.form.submit(readVisit(this.env, request, reply, form.get('lang')), form);
  }
}
