import { type DynamicModule, Module } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { LeakedPasswordList } from '@trading-platform/auth-core';
import { AuthServerModule, type AuthServerModuleOptions } from '@trading-platform/auth-core/nest/server';
import { Metrics, Readiness, WatchedDatabases } from '@trading-platform/service';
import { GuardedHttp } from '@trading-platform/service/outbound';
import { DevelopmentSecret } from './development-secret.js';
import { ENV, type Env, toAuthSettings } from './env.js';
import { AccessModule } from './features/access/access.module.js';
import { AccountModule } from './features/account/account.module.js';
import { AuthorityModule } from './features/authority/authority.module.js';
import { AuthorizationModule } from './features/authorization/authorization.module.js';
import { DeviceModule, DevicePageModule } from './features/device/device.module.js';
import { KeyModule } from './features/key/key.module.js';
import { LandingModule } from './features/landing/landing.module.js';
import { MetadataModule } from './features/metadata/metadata.module.js';
import { OpenIdModule } from './features/openid/openid.module.js';
import { PasswordModule } from './features/password/password.module.js';
import { ReferenceModule } from './features/reference/reference.module.js';
import { RevocationModule } from './features/revocation/revocation.module.js';
import { SecurityModule } from './features/security/security.module.js';
import { CredentialsModule } from './features/token/credentials.module.js';
import { TokenModule } from './features/token/token.module.js';
import { HttpModule } from './http/http.module.js';
import { HashQueueMetrics } from './metrics/hash-queue-metrics.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { fetchKeySetWith } from './outbound/fetch-key-set.js';
import { OutboundModule } from './outbound/outbound.module.js';

/** The authentication server as a list of feature modules. */
@Module({})
export class AuthModule {
  static with(env: Env): DynamicModule {
    const oauth2 = [AuthorizationModule, KeyModule, RevocationModule, TokenModule];
    if (env.eventSecretKey !== undefined) oauth2.push(AuthorityModule);
    if (env.openidConnect) oauth2.push(OpenIdModule);
    if (env.deviceFlow) oauth2.push(DeviceModule);
    const account = [AccountModule, SecurityModule, PasswordModule, AccessModule];
    return {
      module: AuthModule,
      imports: [
        AuthServerModule.forRootAsync({
          inject: [ENV, Readiness, Metrics, WatchedDatabases, GuardedHttp],
          useFactory: authServerOptions,
        }),
        OutboundModule,
        HttpModule,
        MetricsModule,
        CredentialsModule,
        LandingModule,
        MetadataModule.with(env),
        ReferenceModule,
        ...oauth2,
        ...(env.deviceFlow ? [DevicePageModule] : []),
        ...account,
        RouterModule.register([
          ...oauth2.map((module) => ({ path: `${env.idpSegment}/oauth2`, module })),
          ...account.map((module) => ({ path: `${env.idpSegment}/account`, module })),
        ]),
      ],
      providers: [DevelopmentSecret],
    };
  }
}

async function authServerOptions(
  env: Env,
  readiness: Readiness,
  metrics: Metrics,
  watch: WatchedDatabases,
  http: GuardedHttp,
): Promise<AuthServerModuleOptions> {
  const leakedPasswords = env.leakedPasswords === undefined ? undefined : new LeakedPasswordList(env.leakedPasswords);
  // If the list cannot be used, the server does not start. Otherwise only the first change of a password would fail.
  await leakedPasswords?.contains('');
  return {
    leakedPasswords,
    address: env.database,
    migrate: env.migrateAtStart,
    secretKey: env.secretKey,
    formerSecretKey: env.formerSecretKey,
    settings: toAuthSettings(env),
    fetchKeySet: fetchKeySetWith(http),
    passwordHashes: {
      concurrency: env.passwordHashesAtOnce,
      longestQueue: env.passwordHashesWaiting,
      watch: new HashQueueMetrics(metrics),
    },
    readiness,
    watch,
  };
}
