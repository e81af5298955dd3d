import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { languageOf, Readiness } from '@trading-platform/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ENV, type Env } from '../env.js';
import { type StatusPart, statusHeaders, statusPage } from './status-page.js';

/** Anybody may open the page, so dependencies are checked at most once in this time. */
const keptMs = 5_000;

/** Serves a page that tells people which parts of the data API work now. */
@Controller('status')
export class StatusController {
  #known: { readonly at: number; readonly parts: Promise<readonly StatusPart[]> } | undefined;

  constructor(
    private readonly readiness: Readiness,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Get()
  async show(@Req() { headers }: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const now = Date.now();
    if (this.#known === undefined || now >= this.#known.at + keptMs) {
      this.#known = { at: now, parts: this.readiness.check({ onlyNeeded: false }) };
    }
    const { at, parts } = this.#known;
    await reply
      .headers(statusHeaders)
      .send(statusPage(await parts, { at, language: languageOf(headers), hasGuide: this.env.portal }));
  }
}
