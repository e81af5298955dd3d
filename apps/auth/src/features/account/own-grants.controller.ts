import { Controller, Delete, Get, Param, Req, Res } from '@nestjs/common';
import { AuthError, AuthServer, endOwnGrant, listOwnGrants, type OwnGrant } from '@trading-platform/auth-core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NoStore } from '../../http/no-store.js';
import { answerByToken, answerNothing, tokenInHeader } from '../../http/refused-token.js';

/** Serves the grants of the user to whom the access token belongs. The calls about grants are an addition to the contract. */
@Controller('grants')
export class OwnGrantsController {
  constructor(private readonly server: AuthServer) {}

  @Get()
  @NoStore()
  list(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    return answerByToken(reply, tokenInHeader(request), async (token) => ({
      grants: (await listOwnGrants(this.server, token)).map(toJson),
    }));
  }

  @Delete(':grant_id')
  @NoStore()
  end(
    @Param('grant_id') grantId: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    const origin = { address: request.ip, requestId: request.id };
    return answerByToken(reply, tokenInHeader(request), async (token) => {
      try {
        await endOwnGrant(this.server, token, grantId, origin);
      } catch (error) {
        if (!(error instanceof AuthError) || error.code !== 'unknown-grant') throw error;
        return answerNothing(reply);
      }
      return { grant_id: grantId, ended: true };
    });
  }
}

/** Times are in seconds since 1970, as in all answers about tokens. */
function toJson({
  grantId,
  clientId,
  clientName,
  rights,
  startedAt,
  renewedAt,
  refreshExpiresAt,
  isCurrent,
}: OwnGrant) {
  return {
    grant_id: grantId,
    client_id: clientId,
    client_name: clientName,
    rights,
    since: seconds(startedAt),
    last_used: seconds(renewedAt),
    expires: seconds(refreshExpiresAt),
    current: isCurrent,
  };
}

function seconds(epochMs: number): number {
  return Math.floor(epochMs / 1_000);
}
