import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ApiTokenModule } from '@trading-platform/auth-core/nest';
import { DownloadModule } from './batches/download.module.js';
import { CallerModule } from './caller/caller.module.js';
import type { Env } from './env.js';
import { DeliveryController } from './features/delivery/delivery.controller.js';
import { FcPriceController } from './features/fc-price/fc-price.controller.js';
import { EnvelopeFilter } from './http/envelope.filter.js';
import { MethodNotAllowedRoutes } from './http/method-not-allowed.routes.js';
import { OrderingModule } from './ordering/ordering.module.js';
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
        OrderingModule,
        CallerModule,
        DownloadModule.with(env),
      ],
      controllers: [DeliveryController, FcPriceController, ReferenceController],
      providers: [MethodNotAllowedRoutes, { provide: APP_FILTER, useClass: EnvelopeFilter }],
    };
  }
}
