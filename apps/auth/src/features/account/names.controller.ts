import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { AuthServer, loginIdOfUser, nameOfClient } from '@trading-platform/auth-core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NoStore } from '../../http/no-store.js';
import { answerByToken, answerNothing, tokenInHeader } from '../../http/refused-token.js';

/** Serves the names of clients and users, so that people can see who did something, even after a grant has ended. */
@Controller()
export class NamesController {
  constructor(private readonly server: AuthServer) {}

  @Get('clients/:client_id')
  @NoStore()
  client(
    @Param('client_id') clientId: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    return answerByToken(reply, tokenInHeader(request), async (token) => {
      const name = await nameOfClient(this.server, token, clientId);
      return name === undefined ? answerNothing(reply) : { client_id: clientId, client_name: name };
    });
  }

  @Get('users/:subject')
  @NoStore()
  user(
    @Param('subject') subject: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    return answerByToken(reply, tokenInHeader(request), async (token) => {
      const loginId = await loginIdOfUser(this.server, token, subject);
      return loginId === undefined ? answerNothing(reply) : { sub: subject, user_id: loginId };
    });
  }
}
