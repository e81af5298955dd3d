import { Controller, Get, Query } from '@nestjs/common';
import { AuthError, AuthServer, readRevocations } from '@trading-platform/auth-core';
import { NoStore } from '../../http/no-store.js';

/**
 * Serves the revocation feed, which the data API polls. The entries are digests of long random ids, so the feed is useful only to
 * somebody who has a revoked token.
 */
@Controller('revocations')
export class RevocationController {
  constructor(private readonly server: AuthServer) {}

  @Get()
  @NoStore()
  async read(@Query('after') after: unknown): Promise<object> {
    const page = await readRevocations(this.server, readPosition(after));
    const { position, more, keepSeconds, revocations, withdrawnKeys } = page;
    return { position, more, keep_seconds: keepSeconds, revocations, withdrawn_keys: withdrawnKeys };
  }
}

function readPosition(after: unknown): number {
  if (after === undefined) return 0;
  if (typeof after === 'string' && /^\d{1,15}$/.test(after)) return Number(after);
  throw new AuthError('invalid_request', 'after must be a position that the feed has given');
}
