import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ENV, type Env } from '../../env.js';
import { serverMetadata } from './server-metadata.js';

/** Serves the metadata of this server for clients (RFC 8414). */
@Controller('.well-known/oauth-authorization-server')
export class MetadataController {
  constructor(@Inject(ENV) private readonly env: Env) {}

  @Get()
  @Header('Cache-Control', 'public, max-age=300')
  metadata() {
    return serverMetadata(this.env);
  }
}
