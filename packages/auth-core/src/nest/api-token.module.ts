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

/** Options that decide which tokens an API accepts. */
export interface ApiTokenOptions {
  /** The `iss` of accepted tokens, which is the address of the authentication server. */
  readonly issuer: string;
  /** The `aud` of accepted tokens, which is the name of this API. */
  readonly audience: string;
  /** The address of the published key set. */
  readonly jwksUrl: string;
  /** The address of the revocation feed. Without a revocation feed, tokens remain valid until they expire. */
  readonly revocationFeedUrl?: string;
  /**
   * Decides about calls while the revocation feed cannot be read. If false, which is the default, tokens are accepted until they
   * expire. If true, calls are refused because the service is unavailable.
   */
  readonly refuseWithoutFeed?: boolean;
  /**
   * The maximum time, in seconds, for which the last key set is used while it cannot be read again (default: 1 hour). If the key
   * set cannot be read for this time, calls are refused because the service is unavailable.
   */
  readonly keySetStaleSeconds?: number;
  /** Called when the feed can no longer be read and when it can be read again. It is meant for metrics. */
  readonly onFeedChange?: (isCurrent: boolean) => void;
  /**
   * The object to which two readiness checks are added, one for the keys and one for the revocation feed. Without the
   * feed, the API is only impaired, unless `refuseWithoutFeed` is set.
   */
  readonly readiness?: {
    add(name: string, check: () => Promise<unknown>, effect?: { readonly impairs?: boolean }): void;
  };
}

/** The injection token of the revocation feed. If there is no revocation feed, the injected value is undefined. */
export const REVOCATION_FEED = Symbol('revocation feed');

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<ApiTokenOptions>({
  moduleName: 'ApiToken',
})
  .setClassMethodName('forRoot')
  .build();

/**
 * A Nest module that protects an API (on Express or Fastify) with the platform's access tokens. With `forRootAsync`, a factory
 * provides the options.
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
  const { revocationFeedUrl, refuseWithoutFeed = false, onFeedChange, readiness } = options;
  if (revocationFeedUrl === undefined) return undefined;
  const log = new Logger('access tokens');
  const effect = refuseWithoutFeed ? 'all calls are refused' : 'revoked tokens are served until they expire';
  const feed = new RevocationFeed({
    url: revocationFeedUrl,
    onChange: ({ isCurrent, cause }) => {
      if (isCurrent) log.log('the revocation feed is current');
      else log.warn({ err: cause }, `the revocation feed cannot be read; ${effect}`);
      onFeedChange?.(isCurrent);
    },
  });
  const check = async () => {
    if (!feed.isCurrent) throw new Error('The revocation feed cannot be read');
  };
  readiness?.add('revocation feed', check, { impairs: !refuseWithoutFeed });
  return feed;
}

function makeVerifier(options: ApiTokenOptions, feed?: RevocationFeed): AccessTokenVerifier {
  const { issuer, audience, jwksUrl, keySetStaleSeconds, refuseWithoutFeed = false, readiness } = options;
  const stale = keySetStaleSeconds === undefined ? {} : { longestStaleAgeMs: keySetStaleSeconds * 1000 };
  const keys = new RemoteKeySet({ url: jwksUrl, ...stale });
  readiness?.add('keys of auth', () => keys.check());
  return new AccessTokenVerifier({
    issuer,
    audience,
    keys,
    ...(feed === undefined ? {} : { revocations: feed, refuseWithoutRevocations: refuseWithoutFeed }),
  });
}
