import { Controller, Get, Header, Inject } from '@nestjs/common';
import { BUILD_INFO, type BuildInfo } from '@trading-platform/service';
import { ENV, type Env } from '../../env.js';

/** Serves the description of this server for programs, as OpenAPI 3.1. The document is made at the first request. */
@Controller('openapi.json')
export class ReferenceController {
  #document: Promise<Buffer> | undefined;

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(BUILD_INFO) private readonly build: BuildInfo,
  ) {}

  @Get()
  @Header('Cache-Control', 'public, max-age=300')
  @Header('Content-Type', 'application/json; charset=utf-8')
  openApi(): Promise<Buffer> {
    this.#document ??= this.#makeDocument();
    return this.#document;
  }

  async #makeDocument(): Promise<Buffer> {
    const { openApiDocument } = await import('./openapi-document.js');
    return Buffer.from(JSON.stringify(openApiDocument(this.env, this.build.version)));
  }
}
