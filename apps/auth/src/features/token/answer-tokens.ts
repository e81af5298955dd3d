import { Logger } from '@nestjs/common';
import { AuthError, type IssuedTokens } from '@trading-platform/auth-core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AnswerFormat, sendOAuthError, sendTokens } from '../../http/answer-format.js';
import { toOAuthError } from '../../http/oauth-error.js';
import { toTokenRecord } from './token-record.js';

const log = new Logger('auth');

export interface TokenAnswer {
  readonly issue: () => Promise<IssuedTokens>;
  readonly format: AnswerFormat;
  readonly standardExpiresIn: boolean;
}

/** Answers with the token record, or with the error in the same form. */
export async function answerTokens(
  request: FastifyRequest,
  reply: FastifyReply,
  { issue, format, standardExpiresIn }: TokenAnswer,
): Promise<void> {
  try {
    sendTokens(reply, toTokenRecord(await issue(), standardExpiresIn), format);
  } catch (error) {
    const answer = toOAuthError(error, request.headers.authorization);
    if (answer.status >= 500 && !(error instanceof AuthError)) log.error({ err: error }, 'token request failed');
    sendOAuthError(reply, answer, format);
  }
}
