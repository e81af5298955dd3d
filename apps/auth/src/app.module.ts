import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, RouterModule } from '@nestjs/core';
import { AuthServerModule } from './auth-server/auth-server.module.js';
import { AuthorizationController } from './authorization/authorization.controller.js';
import { AuthorizationForm } from './authorization/authorization-form.js';
import { AuthorizationPages } from './authorization/authorization-pages.js';
import { ENV, type Env } from './env.js';
import { AuthErrorFilter } from './http/auth-error.filter.js';
import { MethodNotAllowedRoutes } from './http/method-not-allowed.routes.js';
import { KeySetController } from './key/key-set.controller.js';
import { MetadataController } from './metadata/metadata.controller.js';
import { RevocationController } from './revocation/revocation.controller.js';
import { CredentialsController } from './token/credentials.controller.js';
import { TokenController } from './token/token.controller.js';

/** What stands under `/<idp_segment>/oauth2`. */
@Module({
  controllers: [AuthorizationController, KeySetController, RevocationController, TokenController],
  providers: [AuthorizationForm, AuthorizationPages],
})
class SegmentModule {}

/** The authentication server, feature by feature. */
@Module({})
export class AuthModule {
  static with(env: Env): DynamicModule {
    return {
      module: AuthModule,
      imports: [
        EnvModule.with(env),
        AuthServerModule,
        SegmentModule,
        RouterModule.register([{ path: `${env.idpSegment}/oauth2`, module: SegmentModule }]),
      ],
      controllers: [CredentialsController, MetadataController],
      providers: [MethodNotAllowedRoutes, { provide: APP_FILTER, useClass: AuthErrorFilter }],
    };
  }
}

/** The settings, for every module. */
@Global()
@Module({})
class EnvModule {
  static with(env: Env): DynamicModule {
    return { module: EnvModule, providers: [MethodNotAllowedRoutes, { provide: ENV, useValue: env }], exports: [ENV] };
  }
}
