import { Controller, Get, Inject, Post, Req, Res, UseFilters } from '@nestjs/common';
import { readParameters } from '@trading-platform/auth-core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PageErrorFilter } from '../../browser/page-error.filter.js';
import { readVisit } from '../../browser/read-visit.js';
import { ENV, type Env } from '../../env.js';
import { formOf } from '../../http/form-body.js';
import { DeviceForm } from './device-form.js';
import { DevicePages } from './device-pages.js';
import { devicePath } from './device-path.js';

/** Serves the page on which people allow a device that shows a code. The page is an addition to the contract. */
@Controller(devicePath)
@UseFilters(PageErrorFilter)
export class DevicePageController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly pages: DevicePages,
    private readonly form: DeviceForm,
  ) {}

  @Get()
  show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    this.pages.showCode(readVisit(this.env, request, reply));
  }

  @Post()
  async submit(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const form = readParameters(formOf(request));
    await this.form.submit(readVisit(this.env, request, reply, form.get('lang')), form);
  }
}
