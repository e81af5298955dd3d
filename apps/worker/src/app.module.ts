import { type DynamicModule, Module } from '@nestjs/common';
import { eventPushSchema } from '@trading-platform/event-push/typeorm';
import { OrderingModule, type OrderingOptions } from '@trading-platform/ordering/nest';
import { MethodNotAllowed, Readiness, WatchedDatabases } from '@trading-platform/service';
import { BatchesModule } from './batches/batches.module.js';
import { ENV, type Env } from './env.js';
import { EventsModule } from './events/events.module.js';
import { FindModule } from './find/find.module.js';
import { PushesModule } from './pushes/pushes.module.js';

/** The worker process. It takes waiting batches and produces their records, and it pushes events. */
@Module({})
export class WorkerModule {
  static with({ eventSecretKey }: Env): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        OrderingModule.forRootAsync({ inject: [ENV, Readiness, WatchedDatabases], useFactory: orderingOptions }),
        BatchesModule,
        EventsModule,
        FindModule,
        ...(eventSecretKey === undefined ? [] : [PushesModule]),
      ],
      providers: [MethodNotAllowed],
    };
  }
}

function orderingOptions(env: Env, readiness: Readiness, watch: WatchedDatabases): OrderingOptions {
  const { orderingDatabase: address, migrateAtStart: migrate } = env;
  return { address, migrate, schemas: [eventPushSchema], applicationName: 'worker', readiness, watch };
}
