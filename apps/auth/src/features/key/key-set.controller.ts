import { Controller, Get, Header, Inject } from '@nestjs/common';
import type { AuthServer } from '@trading-platform/auth-core';
import { AUTH_SERVER } from '../../auth-server/auth-server.js';

/** The public keys of this server. RFC 7517. */
@Controller('jwks')
export class KeySetController {
  constructor(@Inject(AUTH_SERVER) private readonly server: AuthServer) {}

  @Get()
  @Header('Cache-Control', 'public, max-age=30')
  keySet() {
    return this.server.keys.keySet();
  }
}
