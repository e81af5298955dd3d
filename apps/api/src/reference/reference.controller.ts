import { Controller, Get, Header, Inject, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ENV, type Env } from '../env.js';
import { type ApiOperation, operationsOf } from './operations.js';

/**
 * Describes the data API to machines and to people. It needs no token, because it tells nothing that the contract does not.
 * Both forms are made when they are first asked for, so that a start does not load what every field means.
 */
@Controller()
export class ReferenceController {
  readonly #operations: readonly ApiOperation[];
  #document: Promise<Buffer> | undefined;
  #page: Promise<Buffer> | undefined;

  constructor(
    @Inject(ENV) private readonly env: Env,
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

  @Get('reference')
  @Header('Cache-Control', 'public, max-age=300')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
  @Header('X-Content-Type-Options', 'nosniff')
  page(): Promise<Buffer> {
    this.#page ??= this.#makePage();
    return this.#page;
  }

  async #makeDocument(): Promise<Buffer> {
    const { openApiDocument } = await import('./openapi-document.js');
    return Buffer.from(JSON.stringify(openApiDocument(this.env.prefix, this.#operations, this.env)));
  }

  async #makePage(): Promise<Buffer> {
    const { referencePage } = await import('./reference-page.js');
    return Buffer.from(referencePage(this.env.prefix, this.#operations));
  }
}
