import { Controller, Get, Inject, Res, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { BUILD_INFO, type BuildInfo } from '@trading-platform/service';
import type { FastifyReply } from 'fastify';
import { ENV, type Env } from '../env.js';
import { type ApiOperation, operationsOf } from './operations.js';

/**
 * Serves the OpenAPI description of the data API. No access token is needed, because the description reveals nothing beyond the
 * contract. The document is made at the first request, so that the meanings of all fields need not be loaded when the service
 * starts.
 */
@Controller()
export class ReferenceController {
  readonly #operations: readonly ApiOperation[];
  #document: Promise<Buffer> | undefined;

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(BUILD_INFO) private readonly build: BuildInfo,
    discovery: DiscoveryService,
  ) {
    this.#operations = discovery.getControllers().flatMap(({ metatype }) => operationsOf(metatype as Type));
  }

  @Get('openapi.json')
  async openApi(@Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    this.#document ??= this.#makeDocument().catch((error: unknown) => {
      this.#document = undefined;
      throw error;
    });
    const document = await this.#document;
    // Only now, because nobody may keep the answer of a failure.
    void reply.header('Cache-Control', 'public, max-age=300').type('application/json; charset=utf-8');
    return document;
  }

  async #makeDocument(): Promise<Buffer> {
    const { openApiDocument } = await import('./openapi-document.js');
    const served = { prefix: this.env.prefix, addresses: this.env, serviceVersion: this.build.version };
    return Buffer.from(JSON.stringify(openApiDocument(this.#operations, served)));
  }
}
