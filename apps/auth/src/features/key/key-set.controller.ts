import { Controller, Get, Header } from '@nestjs/common';
import { AuthServer } from '@trading-platform/auth-core';

/** Serves the public keys of this server (RFC 7517). */
@Controller('jwks')
export class KeySetController {
  constructor(private readonly server: AuthServer) {}

  @Get()
  @Header('Cache-Control', 'public, max-age=30')
  keySet() {
    return this.server.keys.keySet();
  }
}
