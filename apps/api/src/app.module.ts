import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ApiTokenModule } from '@trading-platform/auth-core/nest';
import { OrderingModule } from '@trading-platform/ordering/nest';
import { Readiness } from '@trading-platform/service';
import { DownloadModule } from './batches/download.module.js';
import { CallerModule } from './caller/caller.module.js';
import { callCountSchema } from './caller/shared-call-counts.js';
import { ENV, type Env } from './env.js';
import { DeliveryController } from './features/delivery/delivery.controller.js';
import { FcPriceController } from './features/fc-price/fc-price.controller.js';
import { EnvelopeFilter } from './http/envelope.filter.js';
import { MethodNotAllowedRoutes } from './http/method-not-allowed.routes.js';
import { ReferenceController } from './reference/reference.controller.js';

/** The data API, feature by feature. */
@Module({})
export class ApiModule {
  static with(env: Env): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        ApiTokenModule.forRoot({
          issuer: env.issuer,
          audience: env.audience,
          jwksUrl: env.keysAddress,
          revocationFeedUrl: env.revocationsAddress,
          refuseWithoutFeed: env.refuseWithoutRevocations,
          keySetStaleSeconds: env.keySetStaleSeconds,
        }),
        OrderingModule.forRootAsync({
          inject: [ENV, Readiness],
          useFactory: ({ orderingDatabase }: Env, readiness: Readiness) => ({
            address: orderingDatabase,
            schemas: [callCountSchema],
            applicationName: 'api',
            readiness,
          }),
        }),
        CallerModule,
        DownloadModule.with(env),
      ],
      controllers: [DeliveryController, FcPriceController, ReferenceController],
      providers: [MethodNotAllowedRoutes, { provide: APP_FILTER, useClass: EnvelopeFilter }],
    };
  }
}
