import { type DynamicModule, Inject, Logger, Module, type OnModuleInit } from '@nestjs/common';
import { APP_FILTER, RouterModule } from '@nestjs/core';
import { AuthServerModule, type AuthServerModuleOptions } from '@trading-platform/auth-core/nest/server';
import { Metrics, platformSettings, Readiness, WatchedDatabases } from '@trading-platform/service';
import { ENV, type Env, toAuthSettings } from './env.js';
import { OwnGrantsController } from './features/account/own-grants.controller.js';
import { AuthorizationController } from './features/authorization/authorization.controller.js';
import { AuthorizationForm } from './features/authorization/authorization-form.js';
import { AuthorizationPages } from './features/authorization/authorization-pages.js';
import { KeySetController } from './features/key/key-set.controller.js';
import { LandingController } from './features/landing/landing.controller.js';
import { MetadataController } from './features/metadata/metadata.controller.js';
import { OpenIdConfigurationController } from './features/metadata/openid-configuration.controller.js';
import { OpenIdController } from './features/openid/openid.controller.js';
import { ReferenceController } from './features/reference/reference.controller.js';
import { RevocationController } from './features/revocation/revocation.controller.js';
import { CredentialsController } from './features/token/credentials.controller.js';
import { TokenController } from './features/token/token.controller.js';
import { AuthErrorFilter } from './http/auth-error.filter.js';
import { MethodNotAllowedRoutes } from './http/method-not-allowed.routes.js';
import { HashQueueMetrics } from './metrics/hash-queue-metrics.js';
import { RefusalCounter } from './metrics/refusal-counter.js';
import { SecurityCounters } from './metrics/security-counters.js';

/** What stands under `/<idp_segment>/oauth2`. */
@Module({
  controllers: [AuthorizationController, KeySetController, RevocationController, TokenController],
  providers: [AuthorizationForm, AuthorizationPages],
})
class SegmentModule {}

/** What stands there besides, where OpenID Connect is switched on. */
@Module({ controllers: [OpenIdController] })
class OpenIdModule {}

/** What stands under `/<idp_segment>/account`. */
@Module({ controllers: [OwnGrantsController] })
class AccountModule {}

/** The authentication server, feature by feature. */
@Module({})
export class AuthModule implements OnModuleInit {
  constructor(@Inject(ENV) private readonly env: Env) {}

  static with(env: Env): DynamicModule {
    const inSegment = env.openidConnect ? [SegmentModule, OpenIdModule] : [SegmentModule];
    const openid = env.openidConnect ? [OpenIdConfigurationController] : [];
    return {
      module: AuthModule,
      imports: [
        AuthServerModule.forRootAsync({
          inject: [ENV, Readiness, Metrics, WatchedDatabases],
          useFactory: authServerOptions,
        }),
        ...inSegment,
        AccountModule,
        RouterModule.register([
          ...inSegment.map((module) => ({ path: `${env.idpSegment}/oauth2`, module })),
          { path: `${env.idpSegment}/account`, module: AccountModule },
        ]),
      ],
      controllers: [CredentialsController, LandingController, MetadataController, ReferenceController, ...openid],
      providers: [
        MethodNotAllowedRoutes,
        RefusalCounter,
        SecurityCounters,
        { provide: APP_FILTER, useClass: AuthErrorFilter },
      ],
    };
  }

  onModuleInit(): void {
    if (this.env.secretKey !== platformSettings.AUTH_SECRET_KEY.default) return;
    new Logger('auth').warn(
      'AUTH_SECRET_KEY is the development default: set a secret of your own before anyone relies on this',
    );
  }
}

function authServerOptions(
  env: Env,
  readiness: Readiness,
  metrics: Metrics,
  watch: WatchedDatabases,
): AuthServerModuleOptions {
  return {
    address: env.database,
    migrate: env.migrateAtStart,
    secretKey: env.secretKey,
    formerSecretKey: env.formerSecretKey,
    settings: toAuthSettings(env),
    passwordHashes: {
      concurrency: env.passwordHashesAtOnce,
      longestQueue: env.passwordHashesWaiting,
      watch: new HashQueueMetrics(metrics),
    },
    readiness,
    watch,
  };
}
