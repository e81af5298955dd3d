import { Strategy } from 'passport-strategy';
import { bearerChallenge } from '../token/bearer-challenge.js';

/** What the strategy reads of a request; Express and Fastify both have it. */
export interface RequestWithHeaders {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

type Verified = (error: unknown, principal?: object | false) => void;

/** Turns a token into a principal; `false` or an `AuthError` `token-invalid` refuses it. */
export type VerifyBearerToken = (token: string, done: Verified) => void;

const bearerHeader = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/**
 * Passport strategy for `Authorization: Bearer …` (RFC 6750 2.1), the only carrier that is accepted.
 * Passport calls it on an object derived from the strategy, on which `#private` members do not exist.
 */
export class BearerStrategy extends Strategy {
  readonly name = 'platform-bearer';
  private readonly verify: VerifyBearerToken;

  constructor(verify: VerifyBearerToken) {
    super();
    this.verify = verify;
  }

  override authenticate(request: RequestWithHeaders): void {
    const header = request.headers['authorization'];
    if (typeof header !== 'string' || !/^bearer\b/i.test(header)) {
      this.fail({ challenge: bearerChallenge() }, 401);
      return;
    }
    const token = bearerHeader.exec(header)?.[1];
    if (token === undefined) {
      this.fail({ challenge: bearerChallenge('The access token is malformed') }, 401);
      return;
    }
    this.verify(token, (error, principal) => this.conclude(error, principal));
  }

  private conclude(error: unknown, principal: object | false | undefined): void {
    if (isInvalidToken(error)) this.fail({ challenge: bearerChallenge(error.message) }, 401);
    else if (error !== null && error !== undefined) this.error(error as Error);
    else if (principal === undefined || principal === false) this.fail({ challenge: bearerChallenge('Refused') }, 401);
    else this.success(principal);
  }
}

function isInvalidToken(error: unknown): error is Error {
  return error instanceof Error && (error as { code?: unknown }).code === 'token-invalid';
}
