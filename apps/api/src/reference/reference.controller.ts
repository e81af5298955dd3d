import { Controller, Get, Inject, Res, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { ErrorLanguage } from '@trading-platform/domain-types/error-texts';
import { BUILD_INFO, type BuildInfo } from '@trading-platform/service';
import type { FastifyReply } from 'fastify';
import { ENV, type Env } from '../env.js';
import { type ApiOperation, operationsOf } from './operations.js';

/**
 * Serves the OpenAPI description of the data API in both languages, and as a collection of Postman. No access token is
 * needed, because the description reveals nothing beyond the contract. A document is made at its first request, so that
 * the service does not have to load the meanings of all fields when it starts.
 */
@Controller()
export class ReferenceController {
  readonly #operations: readonly ApiOperation[];
  readonly #documents = new Map<string, Promise<Buffer>>();

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(BUILD_INFO) private readonly build: BuildInfo,
    discovery: DiscoveryService,
  ) {
    this.#operations = discovery.getControllers().flatMap(({ metatype }) => operationsOf(metatype as Type));
  }

  @Get('openapi.json')
  openApi(@Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    return this.#send('openapi', 'en', reply);
  }

  @Get('openapi.ja.json')
  openApiInJapanese(@Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    return this.#send('openapi', 'ja', reply);
  }

  @Get('postman.json')
  collection(@Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    return this.#send('postman', 'en', reply);
  }

  @Get('postman.ja.json')
  collectionInJapanese(@Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    return this.#send('postman', 'ja', reply);
  }

  async #send(kind: 'openapi' | 'postman', language: ErrorLanguage, reply: FastifyReply): Promise<Buffer> {
    const key = `${kind} ${language}`;
    const document = await (this.#documents.get(key) ?? this.#kept(key, this.#made(kind, language)));
    // This header is set only now, because the answer to a failure must not be cached.
    void reply.header('Cache-Control', 'public, max-age=300').type('application/json; charset=utf-8');
    return document;
  }

  /** If a document could not be made, the next request makes it again. */
  #kept(key: string, making: Promise<Buffer>): Promise<Buffer> {
    const kept = making.catch((error: unknown) => {
      this.#documents.delete(key);
      throw error;
    });
    this.#documents.set(key, kept);
    return kept;
  }

  async #made(kind: 'openapi' | 'postman', language: ErrorLanguage): Promise<Buffer> {
    const { openApiDocument } = await import('./openapi-document.js');
    const served = { prefix: this.env.prefix, addresses: this.env, serviceVersion: this.build.version };
    const document = openApiDocument(this.#operations, served, language);
    if (kind === 'openapi') return Buffer.from(JSON.stringify(document));
    const { postmanCollection } = await import('./postman-collection.js');
    return Buffer.from(JSON.stringify(postmanCollection(document, language)));
  }
}
