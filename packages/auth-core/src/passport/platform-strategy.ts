import { callbackify } from 'node:util';
import OAuth2Strategy, { InternalOAuthError } from 'passport-oauth2';
import { fixedAccessType, fixedRealm, fixedScope } from '../request/fixed-values.js';

/** The server that users sign in at, and the client that the application is there. */
export interface PlatformStrategyOptions {
  /** Address of the authentication server, without a slash at the end. */
  readonly issuer: string;
  /** Default `idp`. */
  readonly idpSegment?: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The callback address as it was registered. */
  readonly callbackUrl: string;
  /** Default: the session of the request (`request.session`). */
  readonly store?: SignInStore;
}

/** A sign-in that has begun in a browser. */
export interface StoredSignIn {
  /** The secret of PKCE (RFC 7636). */
  readonly codeVerifier: string;
  /** Passport hands it over as `request.authInfo.state`. */
  readonly info?: string;
}

/** Keeps what belongs to a sign-in while the browser is on the authorization page, where an application has no session for it. */
export interface SignInStore<Request = never> {
  /** Keeps the secret, and answers the state that the browser takes along. */
  begin(request: Request, codeVerifier: string): Promise<string>;
  /** Answers nothing where this browser has begun no sign-in of that state. */
  end(request: Request, state: unknown): Promise<StoredSignIn | undefined>;
}

/** The user who has signed in, as the server describes the owner of the tokens. */
export interface PlatformProfile {
  readonly provider: 'platform';
  /** Never reused, unlike a login ID. */
  readonly id: string;
  /** Platform login ID. */
  readonly username: string;
  readonly memberCode: string;
}

/** The tokens that the application got for its user. To be kept where no browser sees them. */
export interface PlatformTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresInSeconds: number;
}

type Done = (error: unknown, user?: object | false) => void;

/** Finds or makes the application's own user. */
export type VerifyPlatformUser = (tokens: PlatformTokens, profile: PlatformProfile, done: Done) => void;

/** The part of a request that the strategy reads itself. */
interface CallbackRequest {
  readonly query?: Readonly<Record<string, unknown>>;
}

/**
 * Passport strategy with which an Express or Nest application signs its users in through the platform: the code flow with
 * state, PKCE and issuer check (RFC 6749 4.1, 7636, 9207). It needs a session, as passport-oauth2 does.
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

  /** Refuses an answer of a server that was not asked (RFC 9207 2.4). */
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

  /** Asks the server whose token it is (RFC 7662). */
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

/** The store as passport-oauth2 asks for it, by callbacks and by the number of parameters; its types do not have this form. */
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
