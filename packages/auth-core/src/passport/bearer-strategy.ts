import { Strategy } from 'passport-strategy';
import { bearerChallenge, challengeOf } from '../token/bearer-challenge.js';
import { readBearerToken } from '../token/read-bearer-token.js';

/** The part of a request that the strategy reads. The frameworks Express and Fastify both have this part of a request. */
export interface RequestWithHeaders {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

type Verified = (error: unknown, principal?: object | false) => void;

/** Converts a token to a principal. To refuse the token, the function returns `false` or an `AuthError` `token-invalid`. */
export type VerifyBearerToken = (token: string, done: Verified) => void;

/** Works like `VerifyBearerToken`, but also gets the request that contains the token. */
export type VerifyBearerTokenOfRequest = (request: RequestWithHeaders, token: string, done: Verified) => void;

/** The name under which Passport knows the strategy. */
export const bearerStrategyName = 'platform-bearer';

/**
 * A Passport strategy for `Authorization: Bearer …` (RFC 6750 2.1). A token is accepted only in this header. Passport calls the
 * strategy on an object that inherits from the strategy, and such an object has no `#private` members.
 */
export class BearerStrategy extends Strategy {
  readonly name = bearerStrategyName;
  private readonly verify: VerifyBearerTokenOfRequest;

  constructor(verify: VerifyBearerToken);
  constructor(options: { readonly passReqToCallback: true }, verify: VerifyBearerTokenOfRequest);
  constructor(first: VerifyBearerToken | object, verifyOfRequest?: VerifyBearerTokenOfRequest) {
    super();
    this.verify = verifyOfRequest ?? ((_request, token, done) => (first as VerifyBearerToken)(token, done));
  }

  override authenticate(request: RequestWithHeaders): void {
    let token: string | undefined;
    try {
      token = readBearerToken(request.headers['authorization']);
    } catch (error) {
      this.conclude(error, undefined);
      return;
    }
    if (token === undefined) this.fail({ challenge: bearerChallenge() }, 401);
    else this.verify(request, token, (error, principal) => this.conclude(error, principal));
  }

  private conclude(error: unknown, principal: object | false | undefined): void {
    const challenge = challengeOf(error);
    if (challenge !== undefined) this.fail({ challenge }, 401);
    else if (error !== null && error !== undefined) this.error(error as Error);
    else if (principal === undefined || principal === false) this.fail({ challenge: bearerChallenge('Refused') }, 401);
    else this.success(principal);
  }
}
