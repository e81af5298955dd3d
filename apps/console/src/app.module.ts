import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { ApiTokenModule, type ApiTokenOptions } from '@trading-platform/auth-core/nest';
import { ENV, type Env } from './env.js';
import { ConsoleErrorFilter } from './http/error.filter.js';
import { OwnPageGuard } from './http/own-page.guard.js';
import { PageModule } from './page/page.module.js';
import { SessionModule } from './session/session.module.js';

/** The console, feature by feature. */
@Module({
  imports: [ApiTokenModule.forRootAsync({ inject: [ENV], useFactory: tokenOptions }), SessionModule, PageModule],
  providers: [
    { provide: APP_FILTER, useClass: ConsoleErrorFilter },
    { provide: APP_GUARD, useClass: OwnPageGuard },
  ],
})
export class ConsoleModule {}

/** A grant that was ended elsewhere ends its sessions here within seconds. */
function tokenOptions({ issuer, audience, keysAddress, revocationsAddress }: Env): ApiTokenOptions {
  return { issuer, audience, jwksUrl: keysAddress, revocationFeedUrl: revocationsAddress };
}
