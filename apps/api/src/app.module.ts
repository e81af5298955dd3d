import { type DynamicModule, Module } from '@nestjs/common';
import { ApiTokenModule, type ApiTokenOptions } from '@trading-platform/auth-core/nest';
import { callCountSchema } from '@trading-platform/call-counts';
import { eventPushSchema } from '@trading-platform/event-push/typeorm';
import { orderUpload, tradeUpdate } from '@trading-platform/ordering';
import { OrderingModule, type OrderingOptions } from '@trading-platform/ordering/nest';
import { Readiness, WatchedDatabases } from '@trading-platform/service';
import { BatchesModule } from './batches/batches.module.js';
import { CallerModule } from './caller/caller.module.js';
import { ENV, type Env } from './env.js';
import { DeliveryModule } from './features/delivery/delivery.module.js';
import { apiDownloads } from './features/download/api-downloads.js';
import { EventEndpointsModule } from './features/event-endpoints/event-endpoints.module.js';
import { EventsModule } from './features/events/events.module.js';
import { FcPriceModule } from './features/fc-price/fc-price.module.js';
import { FindModule } from './features/find/find.module.js';
import { ListModule } from './features/list/list.module.js';
import { OrderGenerationModule } from './features/order-generation/order-generation.module.js';
import { OrderUploadModule } from './features/order-upload/order-upload.module.js';
import { PartnerModule } from './features/partner/partner.module.js';
import { SlipModule } from './features/slip/slip.module.js';
import { TradeUpdateModule } from './features/trade-update/trade-update.module.js';
import { HttpModule } from './http/http.module.js';
import { PortalModule } from './portal/portal.module.js';
import { StatusModule } from './portal/status.module.js';
import { ReferenceModule } from './reference/reference.module.js';

/** The data API as a list of feature modules. The reference shows the features in this order. */
@Module({})
export class ApiModule {
  static with(env: Env, downloads = apiDownloads): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        ApiTokenModule.forRootAsync({ inject: [ENV, Readiness], useFactory: tokenOptions }),
        OrderingModule.forRootAsync({ inject: [ENV, Readiness, WatchedDatabases], useFactory: orderingOptions }),
        HttpModule,
        CallerModule,
        DeliveryModule,
        FcPriceModule,
        OrderUploadModule,
        OrderGenerationModule,
        TradeUpdateModule,
        ListModule,
        PartnerModule,
        SlipModule,
        FindModule,
        BatchesModule.with(env, downloads, [orderUpload, tradeUpdate]),
        EventsModule,
        ...(env.eventSecretKey === undefined ? [] : [EventEndpointsModule]),
        ReferenceModule,
        ...(env.portal ? [PortalModule] : []),
        ...(env.statusPage ? [StatusModule] : []),
      ],
    };
  }
}

function tokenOptions(env: Env, readiness: Readiness): ApiTokenOptions {
  return {
    issuer: env.issuer,
    audience: env.audience,
    jwksUrl: env.keysAddress,
    revocationFeedUrl: env.revocationsAddress,
    refuseWithoutFeed: env.refuseWithoutRevocations,
    keySetStaleSeconds: env.keySetStaleSeconds,
    readiness,
  };
}

function orderingOptions(env: Env, readiness: Readiness, watch: WatchedDatabases): OrderingOptions {
  const { orderingDatabase: address, migrateAtStart: migrate } = env;
  return { address, migrate, schemas: [callCountSchema, eventPushSchema], applicationName: 'api', readiness, watch };
}
