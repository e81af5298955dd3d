import { Controller, Get, Inject, Post, Req, Res, UseFilters } from '@nestjs/common';
import { readParameters } from '@trading-platform/auth-core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PageErrorFilter } from '../../browser/page-error.filter.js';
import { readVisit } from '../../browser/read-visit.js';
import { ENV, type Env } from '../../env.js';
import { formOf } from '../../http/form-body.js';
import { queryOf } from '../../http/query-of.js';
import { ResetForm } from './reset-form.js';

/**
 * Serves the page to which a reset link leads. Opening the link changes nothing, because programs that examine mail open links too.
 * The page is an addition to the contract.
 */
@Controller('reset')
@UseFilters(PageErrorFilter)
export class ResetController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly form: ResetForm,
  ) {}

  @Get()
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const link = readParameters(queryOf(request)).get('link');
    await this.form.open(readVisit(this.env, request, reply), link);
  }

  @Post()
  async submit(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const form = readParameters(formOf(request));
    await this.form.submit(readVisit(this.env, request, reply, form.get('lang')), form);
  }
}
