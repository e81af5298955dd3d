import { Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import {
  AuthError,
  type AuthorityOwner,
  AuthServer,
  authoritiesAtOnce,
  isAuthorityKey,
  readAuthorities,
  readParameters,
  ServerSecret,
} from '@trading-platform/auth-core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ENV, type Env } from '../../env.js';
import { formOf } from '../../http/form-body.js';
import { NoStore } from '../../http/no-store.js';
import { answerByToken, tokenInHeader } from '../../http/refused-token.js';

/** Answers workers which clients may get events now. With the key of events, workers prove that they may ask. */
@Controller('authorities')
export class AuthorityController {
  readonly #secret: ServerSecret;

  constructor(
    @Inject(ENV) { eventSecretKey, eventFormerSecretKey }: Env,
    private readonly server: AuthServer,
  ) {
    this.#secret = new ServerSecret(eventSecretKey!, eventFormerSecretKey);
  }

  @Post()
  @HttpCode(200)
  @NoStore()
  read(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    return answerByToken(reply, tokenInHeader(request), async (key) => {
      if (!isAuthorityKey(this.#secret, key))
        throw new AuthError('token-invalid', 'Only services of the platform may ask');
      const owners = readOwners(readParameters(formOf(request)).get('owners'));
      const authorities = await readAuthorities(this.server, owners);
      return {
        authorities: authorities.map((authority) => {
          return authority === undefined ? null : { rights: authority.rights, member_wide: authority.memberWide };
        }),
      };
    });
  }
}

/** @throws AuthError `invalid_request` unless the text is a list of pairs of texts */
function readOwners(text = ''): readonly AuthorityOwner[] {
  const pairs = parse(text);
  if (!Array.isArray(pairs) || pairs.length > authoritiesAtOnce || !pairs.every(isPair)) {
    throw new AuthError(
      'invalid_request',
      `owners must be a list of at most ${authoritiesAtOnce} pairs of client and member`,
    );
  }
  return pairs.map(([clientId, memberCode]) => ({ clientId, memberCode }));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isPair(value: unknown): value is readonly [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === 'string');
}
