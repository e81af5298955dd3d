import { Module } from '@nestjs/common';
import { ApiTokenModule, type ApiTokenOptions } from '@trading-platform/auth-core/nest';
import { Readiness } from '@trading-platform/service';
import { ENV, type Env } from './env.js';
import { BatchesModule } from './features/batches/batches.module.js';
import { ConnectionsModule } from './features/connections/connections.module.js';
import { DeliveryModule } from './features/delivery/delivery.module.js';
import { EventsModule } from './features/events/events.module.js';
import { FindModule } from './features/find/find.module.js';
import { FunctionsModule } from './features/functions/functions.module.js';
import { OrdersModule } from './features/orders/orders.module.js';
import { OverviewModule } from './features/overview/overview.module.js';
import { PartnersModule } from './features/partners/partners.module.js';
import { SlipsModule } from './features/slips/slips.module.js';
import { HttpModule } from './http/http.module.js';
import { PageModule } from './page/page.module.js';
import { PlatformModule } from './platform/platform.module.js';
import { SessionModule } from './session/session.module.js';

/** The root module of the console. The module only lists the features of the console. */
@Module({
  imports: [
    ApiTokenModule.forRootAsync({ inject: [ENV, Readiness], useFactory: tokenOptions }),
    HttpModule,
    SessionModule,
    PlatformModule,
    BatchesModule,
    OverviewModule,
    FunctionsModule,
    DeliveryModule,
    PartnersModule,
    OrdersModule,
    SlipsModule,
    FindModule,
    EventsModule,
    ConnectionsModule,
    PageModule,
  ],
})
export class ConsoleModule {}

/**
 * If a grant is ended elsewhere, its sessions end in the console within seconds. Without auth the pages still say what is wrong, so
 * the console is only impaired.
 */
function tokenOptions(
  { issuer, audience, keysAddress, revocationsAddress }: Env,
  readiness: Readiness,
): ApiTokenOptions {
  return {
    issuer,
    audience,
    jwksUrl: keysAddress,
    revocationFeedUrl: revocationsAddress,
    readiness: { add: (name, check) => readiness.add(name, check, { impairs: true }) },
  };
}
