import { Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { AuthServer, introspect, issueOrReissue, revoke, type TokenRequest } from '@trading-platform/auth-core';
import type { ServiceTokenRecord, TokenRecord } from '@trading-platform/domain-types';
import { ENV, type Env } from '../../env.js';
import { ClientRequest } from '../../http/client-request.decorator.js';
import { NoStore } from '../../http/no-store.js';
import { toIntrospection } from './introspection.js';
import { toTokenRecord } from './token-record.js';

/** Serves the endpoints for clients that request, check or revoke tokens (Spec 4.2, 4.4; RFC 7009, RFC 7662). */
@Controller()
export class TokenController {
  constructor(
    private readonly server: AuthServer,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Post('access_token')
  @HttpCode(200)
  @NoStore()
  async issueOrReissue(@ClientRequest() request: TokenRequest): Promise<TokenRecord | ServiceTokenRecord> {
    return toTokenRecord(await issueOrReissue(this.server, request), this.env.standardExpiresIn);
  }

  /** Clients should ignore this body (RFC 7009 2.2), but some clients require that it is JSON. */
  @Post('revoke')
  @HttpCode(200)
  @NoStore()
  async revoke(@ClientRequest() request: TokenRequest): Promise<object> {
    await revoke(this.server, request);
    return {};
  }

  @Post('introspect')
  @HttpCode(200)
  @NoStore()
  async introspect(@ClientRequest() request: TokenRequest): Promise<object> {
    return toIntrospection(await introspect(this.server, request), this.server.settings);
  }
}
