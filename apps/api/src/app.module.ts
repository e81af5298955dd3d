import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ApiTokenModule } from '@trading-platform/auth-core/nest';
import { callCountSchema } from '@trading-platform/call-counts';
import { orderUpload } from '@trading-platform/ordering';
import { OrderingModule } from '@trading-platform/ordering/nest';
import { Readiness, WatchedDatabases } from '@trading-platform/service';
import { BatchesModule } from './batches/batches.module.js';
import { CallerModule } from './caller/caller.module.js';
import { ENV, type Env } from './env.js';
import { DeliveryController } from './features/delivery/delivery.controller.js';
import { apiDownloads } from './features/download/api-downloads.js';
import { FcPriceController } from './features/fc-price/fc-price.controller.js';
import { ListController } from './features/list/list.controller.js';
import { OrderGenerationController } from './features/order-generation/order-generation.controller.js';
import { OrderUploadController } from './features/order-upload/order-upload.controller.js';
import { OrderUploadSteps } from './features/order-upload/order-upload-steps.js';
import { EnvelopeFilter } from './http/envelope.filter.js';
import { MethodNotAllowedRoutes } from './http/method-not-allowed.routes.js';
import { PortalModule } from './portal/portal.module.js';
import { ReferenceModule } from './reference/reference.module.js';

/** The data API, feature by feature. The reference shows them in this order. */
@Module({})
export class ApiModule {
  static with(env: Env, downloads = apiDownloads): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        ApiTokenModule.forRootAsync({
          inject: [ENV],
          useFactory: (settings: Env) => ({
            issuer: settings.issuer,
            audience: settings.audience,
            jwksUrl: settings.keysAddress,
            revocationFeedUrl: settings.revocationsAddress,
            refuseWithoutFeed: settings.refuseWithoutRevocations,
            keySetStaleSeconds: settings.keySetStaleSeconds,
          }),
        }),
        OrderingModule.forRootAsync({
          inject: [ENV, Readiness, WatchedDatabases],
          useFactory: ({ orderingDatabase, migrateAtStart }: Env, readiness: Readiness, watch: WatchedDatabases) => ({
            address: orderingDatabase,
            migrate: migrateAtStart,
            schemas: [callCountSchema],
            applicationName: 'api',
            readiness,
            watch,
          }),
        }),
        CallerModule,
        BatchesModule.with(env, downloads, [orderUpload]),
        ReferenceModule,
        ...(env.portal ? [PortalModule] : []),
      ],
      controllers: [
        DeliveryController,
        FcPriceController,
        OrderUploadController,
        OrderGenerationController,
        ListController,
      ],
      providers: [OrderUploadSteps, MethodNotAllowedRoutes, { provide: APP_FILTER, useClass: EnvelopeFilter }],
    };
  }
}
