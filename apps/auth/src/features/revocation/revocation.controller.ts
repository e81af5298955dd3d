import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import { AuthError, type AuthServer, readRevocations } from '@trading-platform/auth-core';
import type { FastifyReply } from 'fastify';
import { AUTH_SERVER } from '../../auth-server/auth-server.js';
import { noStore } from '../../http/no-store.js';

/**
 * The revocation feed, which the data API polls. Entries are digests of long random ids, so the feed tells something only
 * to those who hold a token that was revoked.
 */
@Controller('revocations')
export class RevocationController {
  constructor(@Inject(AUTH_SERVER) private readonly server: AuthServer) {}

  @Get()
  async read(@Query('after') after: unknown, @Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const page = await readRevocations(this.server, readPosition(after));
    void reply.headers(noStore);
    const { position, more, keepSeconds, revocations, withdrawnKeys } = page;
    return { position, more, keep_seconds: keepSeconds, revocations, withdrawn_keys: withdrawnKeys };
  }
}

function readPosition(after: unknown): number {
  if (after === undefined) return 0;
  if (typeof after === 'string' && /^\d{1,15}$/.test(after)) return Number(after);
  throw new AuthError('invalid_request', 'after must be a position that the feed has given');
}
