import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, RouterModule } from '@nestjs/core';
import { AuthServerModule } from './auth-server/auth-server.module.js';
import { AuthorizationController } from './authorization/authorization.controller.js';
import { AuthorizationForm } from './authorization/authorization-form.js';
import { AuthorizationPages } from './authorization/authorization-pages.js';
import type { Env } from './env.js';
import { AuthErrorFilter } from './http/auth-error.filter.js';
import { MethodNotAllowedRoutes } from './http/method-not-allowed.routes.js';
import { KeySetController } from './key/key-set.controller.js';
import { MetadataController } from './metadata/metadata.controller.js';
import { OpenIdController } from './openid/openid.controller.js';
import { OpenIdConfigurationController } from './openid/openid-configuration.controller.js';
import { RevocationController } from './revocation/revocation.controller.js';
import { CredentialsController } from './token/credentials.controller.js';
import { TokenController } from './token/token.controller.js';

/** What stands under `/<idp_segment>/oauth2`. */
@Module({
  controllers: [AuthorizationController, KeySetController, RevocationController, TokenController],
  providers: [AuthorizationForm, AuthorizationPages],
})
class SegmentModule {}

/** What stands there besides, where OpenID Connect is switched on. */
@Module({ controllers: [OpenIdController] })
class OpenIdModule {}

/** The authentication server, feature by feature. */
@Module({})
export class AuthModule {
  static with(env: Env): DynamicModule {
    const inSegment = env.openidConnect ? [SegmentModule, OpenIdModule] : [SegmentModule];
    const openid = env.openidConnect ? [OpenIdConfigurationController] : [];
    return {
      module: AuthModule,
      imports: [
        AuthServerModule,
        ...inSegment,
        RouterModule.register(inSegment.map((module) => ({ path: `${env.idpSegment}/oauth2`, module }))),
      ],
      controllers: [CredentialsController, MetadataController, ...openid],
      providers: [MethodNotAllowedRoutes, { provide: APP_FILTER, useClass: AuthErrorFilter }],
    };
  }
}
