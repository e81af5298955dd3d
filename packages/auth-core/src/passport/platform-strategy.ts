import { callbackify } from 'node:util';
import OAuth2Strategy, { InternalOAuthError } from 'passport-oauth2';
import { fixedAccessType, fixedRealm, fixedScope } from '../request/fixed-values.js';

/** The server at which users sign in, and the client that the application is registered as. */
export interface PlatformStrategyOptions {
  /** The address of the authentication server, without a slash at the end. */
  readonly issuer: string;
  /** The segment of the path under which the server has its endpoints (default: `idp`). */
  readonly idpSegment?: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The callback address in the form in which it was registered. */
  readonly callbackUrl: string;
  /** The store of sign-ins that have begun (default: the session of the request, `request.session`). */
  readonly store?: SignInStore;
}

/** A sign-in that has begun in a browser. */
export interface StoredSignIn {
  /** The secret that PKCE requires (RFC 7636). */
  readonly codeVerifier: string;
  /** A text that Passport returns as `request.authInfo.state`. */
  readonly info?: string;
}

/**
 * Stores the data of a sign-in while the browser is on the authorization page. The store is meant for applications that have no
 * session for this purpose.
 */
export interface SignInStore<Request = never> {
  /** Stores the secret, and returns the state that the browser carries to the authorization page and back. */
  begin(request: Request, codeVerifier: string): Promise<string>;
  /** Returns the stored sign-in, or undefined if this browser has begun no sign-in with this state. */
  end(request: Request, state: unknown): Promise<StoredSignIn | undefined>;
}

/** A user who has signed in. The server describes the owner of the tokens by these fields. */
export interface PlatformProfile {
  readonly provider: 'platform';
  /** The id of the user, which is never reused, unlike a login ID. */
  readonly id: string;
  /** The platform login ID of the user. */
  readonly username: string;
  readonly memberCode: string;
}

/** The tokens that the application received for its user. The tokens must be stored where no browser can read them. */
export interface PlatformTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresInSeconds: number;
}

type Done = (error: unknown, user?: object | false) => void;

/** Finds or creates the application's own record of the user. */
export type VerifyPlatformUser = (tokens: PlatformTokens, profile: PlatformProfile, done: Done) => void;

/** The part of a request that the strategy itself reads. */
interface CallbackRequest {
  readonly query?: Readonly<Record<string, unknown>>;
}

/**
 * A Passport strategy by which users of an Express or Nest application sign in at the platform. The strategy uses the code flow
 * with state, PKCE and a check of the issuer (RFC 6749 4.1, 7636, 9207). The strategy needs a session, like passport-oauth2.
 *
 * @example
 * passport.use(new PlatformStrategy({ issuer, clientId, clientSecret, callbackUrl }, (tokens, profile, done) => done(null, profile)));
 * app.get('/sign-in', passport.authenticate('platform'));
 */
export class PlatformStrategy extends OAuth2Strategy {
  override name = 'platform';
  private readonly settings: Required<Omit<PlatformStrategyOptions, 'store'>>;

  constructor(options: PlatformStrategyOptions, verify: VerifyPlatformUser) {
    const { store, ...given } = options;
    const settings = { idpSegment: 'idp', ...given };
    const realm = `?realm=${fixedRealm}`;
    super(
      {
        authorizationURL: `${endpoint(settings, 'authorize')}${realm}`,
        tokenURL: `${endpoint(settings, 'access_token')}${realm}`,
        clientID: settings.clientId,
        clientSecret: settings.clientSecret,
        callbackURL: settings.callbackUrl,
        scope: fixedScope,
        ...(store === undefined ? { state: true } : { store: stateStore(store) }),
        pkce: true,
      },
      (
        accessToken: string,
        refreshToken: string,
        answer: { readonly expires_in?: number; readonly exires_in?: number },
        profile: PlatformProfile,
        done: Done,
      ) => {
        const expiresInSeconds = answer.expires_in ?? answer.exires_in ?? 0;
        verify({ accessToken, refreshToken, expiresInSeconds }, profile, done);
      },
    );
    this.settings = settings;
  }

  /** Refuses an answer if it comes from a server to which this sign-in was not sent (RFC 9207 2.4). */
  override authenticate(request: CallbackRequest, options?: object): void {
    const { code, error, iss } = request.query ?? {};
    const isAnswer = code !== undefined || error !== undefined;
    if (isAnswer && iss !== this.settings.issuer) {
      this.fail({ message: 'The answer is of another authorization server' }, 403);
      return;
    }
    super.authenticate(request as Parameters<OAuth2Strategy['authenticate']>[0], options);
  }

  override authorizationParams(): object {
    return { access_type: fixedAccessType };
  }

  /** Asks the server to which user the token belongs (RFC 7662). */
  override userProfile(accessToken: string, done: (error?: unknown, profile?: PlatformProfile) => void): void {
    const introspect = callbackify(() => this.introspect(accessToken));
    introspect((error, profile) => {
      if (error === null) done(null, profile);
      else done(new InternalOAuthError('The user cannot be read', error));
    });
  }

  private async introspect(accessToken: string): Promise<PlatformProfile> {
    const { clientId, clientSecret } = this.settings;
    const response = await fetch(endpoint(this.settings, 'introspect'), {
      method: 'POST',
      body: new URLSearchParams({ token: accessToken, client_id: clientId, client_secret: clientSecret }),
      signal: AbortSignal.timeout(10_000),
      redirect: 'error',
    });
    const state = (await response.json()) as Readonly<Record<string, unknown>>;
    const { active, sub, username, member_code: memberCode } = state;
    if (active !== true || typeof sub !== 'string' || typeof username !== 'string' || typeof memberCode !== 'string') {
      throw new Error(`The token is not active (status ${response.status})`);
    }
    return { provider: 'platform', id: sub, username, memberCode };
  }
}

type Told = (error: Error | null, ...answer: unknown[]) => void;

/**
 * Adapts the store to passport-oauth2, which uses callbacks and checks the number of parameters. The types of the library
 * passport-oauth2 do not describe this form of a store.
 */
function stateStore(store: SignInStore): OAuth2Strategy.StateStore {
  return {
    store(request: never, codeVerifier: string, _state: unknown, _meta: unknown, told: Told) {
      callbackify(() => store.begin(request, codeVerifier))(told);
    },
    verify(request: never, state: unknown, _meta: unknown, told: Told) {
      callbackify(() => store.end(request, state))((error, signIn) => {
        if (signIn === undefined) told(error, false, { message: 'This browser has begun no such sign-in' });
        else told(error, signIn.codeVerifier, signIn.info);
      });
    },
  } as unknown as OAuth2Strategy.StateStore;
}

function endpoint(
  { issuer, idpSegment }: { readonly issuer: string; readonly idpSegment: string },
  name: string,
): string {
  return `${issuer}/${idpSegment}/oauth2/${name}`;
}
