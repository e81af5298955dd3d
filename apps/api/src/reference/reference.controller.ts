import { Controller, Get, Header, Inject, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ENV, type Env } from '../env.js';
import { openApiDocument } from './openapi-document.js';
import { type ApiOperation, operationsOf } from './operations.js';
import { referencePage } from './reference-page.js';

/** Describes the data API to machines and to people. It needs no token, because it tells nothing that the contract does not. */
@Controller()
export class ReferenceController {
  readonly #prefix: string;
  readonly #operations: readonly ApiOperation[];

  constructor(@Inject(ENV) env: Env, discovery: DiscoveryService) {
    this.#prefix = env.prefix;
    this.#operations = discovery.getControllers().flatMap(({ metatype }) => operationsOf(metatype as Type));
  }

  @Get('openapi.json')
  @Header('Cache-Control', 'public, max-age=300')
  openApi() {
    return openApiDocument(this.#prefix, this.#operations);
  }

  @Get('reference')
  @Header('Cache-Control', 'public, max-age=300')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
  @Header('X-Content-Type-Options', 'nosniff')
  page(): string {
    return referencePage(this.#prefix, this.#operations);
  }
}
