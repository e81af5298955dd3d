import { Controller, Get, Header, Inject, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { BUILD_INFO, type BuildInfo } from '@trading-platform/service';
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
  @Header('Cache-Control', 'public, max-age=300')
  @Header('Content-Type', 'application/json; charset=utf-8')
  openApi(): Promise<Buffer> {
    this.#document ??= this.#makeDocument();
    return this.#document;
  }

  async #makeDocument(): Promise<Buffer> {
    const { openApiDocument } = await import('./openapi-document.js');
    const served = { prefix: this.env.prefix, addresses: this.env, serviceVersion: this.build.version };
    return Buffer.from(JSON.stringify(openApiDocument(this.#operations, served)));
  }
}
