import { PlatformError } from '../errors/platform-error.js';
import type { AuthServer, User } from './auth-server.js';
import type { StoredTokens, TokenStore } from './token-store.js';

export interface TokenSourceOptions {
  readonly server: AuthServer;
  readonly store: TokenStore;
  /** If there is no user, the store must hold tokens from a sign-in on the authorization page. */
  readonly user: User | undefined;
  /** Whether the client is a service account, which has no user. */
  readonly isService: boolean;
}

/**
 * Provides access tokens that are still valid for some time: a stored token, a reissued token (Spec 4.4), or a token of
 * a login. Simultaneous callers share one call to the server.
 */
export class TokenSource {
  readonly #options: TokenSourceOptions;
  #renewal: Promise<StoredTokens> | undefined;

  constructor(options: TokenSourceOptions) {
    this.#options = options;
  }

  /**
   * @param refused an access token that the data API has refused; it is not returned again
   * @throws PlatformError `login-refused` if neither the refresh token nor the login is accepted
   */
  async accessToken(refused?: string): Promise<string> {
    const stored = await this.#load();
    if (isGood(stored, refused)) return stored.accessToken;
    this.#renewal ??= this.#exclusively(() => this.#renew(refused)).finally(() => {
      this.#renewal = undefined;
    });
    return (await this.#renewal).accessToken;
  }

  /** Stores the pair of a completed sign-in. */
  keep(tokens: StoredTokens): Promise<void> {
    return this.#exclusively(() => this.#options.store.save(tokens));
  }

  /** Ends the grant at the server and forgets the tokens (RFC 7009). */
  revoke(): Promise<void> {
    return this.#exclusively(async () => {
      const { store, server, isService } = this.#options;
      const stored = await this.#load();
      if (stored === undefined) return;
      await server.revoke(isService ? stored.accessToken : stored.refreshToken);
      await store.save(undefined);
    });
  }

  /** Another process may have renewed the pair while this process waited for the lock. */
  async #renew(refused: string | undefined): Promise<StoredTokens> {
    const stored = await this.#load();
    if (isGood(stored, refused)) return stored;
    const tokens = (stored && (await this.#reissue(stored))) ?? (await this.#logIn());
    await this.#options.store.save(tokens);
    return tokens;
  }

  /** Tokens of a user are never used for a service account, nor its tokens for a user. */
  async #load(): Promise<StoredTokens | undefined> {
    const { store, isService } = this.#options;
    const stored = await store.load();
    return stored !== undefined && (stored.refreshToken === '') === isService ? stored : undefined;
  }

  /** Returns undefined if there is no valid refresh token but another way to log in. */
  async #reissue({ refreshToken }: StoredTokens): Promise<StoredTokens | undefined> {
    const { server, user } = this.#options;
    if (refreshToken === '') return undefined;
    try {
      return await server.reissue(refreshToken);
    } catch (error) {
      if (user !== undefined && error instanceof PlatformError && error.code === 'login-refused') return undefined;
      throw error;
    }
  }

  #logIn(): Promise<StoredTokens> {
    const { server, user, isService } = this.#options;
    if (isService) return server.logInAsService();
    if (user !== undefined) return server.logIn(user);
    throw new PlatformError('login-refused', 'There are no tokens and no user', {
      advice:
        'Give userId and password, let a user sign in through authorizationUrl and exchangeCode, or set clientCredentials for a service account.',
    });
  }

  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const { store } = this.#options;
    return store.exclusively === undefined ? work() : store.exclusively(work);
  }
}

function isGood(stored: StoredTokens | undefined, refused: string | undefined): stored is StoredTokens {
  return stored !== undefined && stored.accessToken !== refused && Date.now() < stored.renewAt;
}
