import { type DynamicModule, Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { AccessTokenVerifier } from '../token/access-token-verifier.js';
import { RemoteKeySet } from '../token/remote-key-set.js';
import { BearerTokenGuard } from './bearer-token.guard.js';
import { PlatformBearerStrategy } from './platform-bearer.strategy.js';

export interface ApiTokenOptions {
  /** `iss` of accepted tokens: the address of the authentication server. */
  readonly issuer: string;
  /** `aud` of accepted tokens: the name of this API. */
  readonly audience: string;
  /** Address of the published key set. */
  readonly jwksUrl: string;
  /** Address of the revocation feed. Without it tokens live until they expire. */
  readonly revocationFeedUrl?: string;
}

/**
 * Protects a Nest API (Express or Fastify) with the platform's access tokens.
 *
 * @example
 * imports: [ApiTokenModule.forRoot({ issuer, audience, jwksUrl })],
 * providers: [{ provide: APP_GUARD, useExisting: BearerTokenGuard }],
 */
@Module({})
export class ApiTokenModule {
  static forRoot(options: ApiTokenOptions): DynamicModule {
    const verifier = {
      provide: AccessTokenVerifier,
      useFactory: () =>
        new AccessTokenVerifier({
          issuer: options.issuer,
          audience: options.audience,
          keys: new RemoteKeySet({ url: options.jwksUrl }),
        }),
    };
    return {
      module: ApiTokenModule,
      global: true,
      imports: [PassportModule],
      providers: [verifier, PlatformBearerStrategy, BearerTokenGuard],
      exports: [AccessTokenVerifier, BearerTokenGuard],
    };
  }
}
