import {
  ConfigurableModuleBuilder,
  Global,
  Inject,
  Logger,
  Module,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { RevocationFeed } from '../revocation/revocation-feed.js';
import { AccessTokenVerifier } from '../token/access-token-verifier.js';
import { RemoteKeySet } from '../token/remote-key-set.js';
import { BearerTokenGuard } from './bearer-token.guard.js';
import { BearerTokenStrategy } from './bearer-token.strategy.js';

/** Which tokens an API accepts. */
export interface ApiTokenOptions {
  /** `iss` of accepted tokens: the address of the authentication server. */
  readonly issuer: string;
  /** `aud` of accepted tokens: the name of this API. */
  readonly audience: string;
  /** Address of the published key set. */
  readonly jwksUrl: string;
  /** Address of the revocation feed. Without it tokens live until they expire. */
  readonly revocationFeedUrl?: string;
  /**
   * The answer to calls while the feed cannot be read. Default false: tokens are served until they expire. True: calls
   * are refused as unavailable.
   */
  readonly refuseWithoutFeed?: boolean;
  /** How long a key set goes on that cannot be read again; then calls are refused as unavailable. Default 1 hour. */
  readonly keySetStaleSeconds?: number;
  /** Called when the feed is lost and when it is back, for counting. */
  readonly onFeedChange?: (isCurrent: boolean) => void;
}

/** The token under which the revocation feed is injected; nothing where there is none. */
export const REVOCATION_FEED = Symbol('revocation feed');

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<ApiTokenOptions>({
  moduleName: 'ApiToken',
})
  .setClassMethodName('forRoot')
  .build();

/**
 * Protects a Nest API (Express or Fastify) with the platform's access tokens. `forRootAsync` takes the options from a factory.
 *
 * @example
 * imports: [ApiTokenModule.forRoot({ issuer, audience, jwksUrl })],
 * providers: [{ provide: APP_GUARD, useExisting: BearerTokenGuard }],
 */
@Global()
@Module({
  providers: [
    { provide: REVOCATION_FEED, inject: [MODULE_OPTIONS_TOKEN], useFactory: makeFeed },
    {
      provide: AccessTokenVerifier,
      inject: [MODULE_OPTIONS_TOKEN, { token: REVOCATION_FEED, optional: true }],
      useFactory: makeVerifier,
    },
    BearerTokenStrategy,
    BearerTokenGuard,
  ],
  exports: [AccessTokenVerifier, BearerTokenGuard, REVOCATION_FEED],
})
export class ApiTokenModule extends ConfigurableModuleClass implements OnModuleInit, OnModuleDestroy {
  constructor(@Inject(REVOCATION_FEED) private readonly feed: RevocationFeed | undefined) {
    super();
  }

  async onModuleInit(): Promise<void> {
    await this.feed?.start();
  }

  onModuleDestroy(): void {
    this.feed?.stop();
  }
}

function makeFeed(options: ApiTokenOptions): RevocationFeed | undefined {
  const { revocationFeedUrl, refuseWithoutFeed = false, onFeedChange } = options;
  if (revocationFeedUrl === undefined) return undefined;
  const log = new Logger('access tokens');
  const effect = refuseWithoutFeed ? 'all calls are refused' : 'revoked tokens are served until they expire';
  return new RevocationFeed({
    url: revocationFeedUrl,
    onChange: ({ isCurrent, cause }) => {
      if (isCurrent) log.log('the revocation feed is current');
      else log.warn({ err: cause }, `the revocation feed cannot be read; ${effect}`);
      onFeedChange?.(isCurrent);
    },
  });
}

function makeVerifier(options: ApiTokenOptions, feed?: RevocationFeed): AccessTokenVerifier {
  const { issuer, audience, jwksUrl, keySetStaleSeconds, refuseWithoutFeed = false } = options;
  const stale = keySetStaleSeconds === undefined ? {} : { longestStaleAgeMs: keySetStaleSeconds * 1000 };
  return new AccessTokenVerifier({
    issuer,
    audience,
    keys: new RemoteKeySet({ url: jwksUrl, ...stale }),
    ...(feed === undefined ? {} : { revocations: feed, refuseWithoutRevocations: refuseWithoutFeed }),
  });
}
