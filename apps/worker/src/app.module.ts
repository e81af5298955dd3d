import { Module } from '@nestjs/common';
import { OrderingModule, type OrderingOptions } from '@trading-platform/ordering/nest';
import { MethodNotAllowed, Readiness, WatchedDatabases } from '@trading-platform/service';
import { BatchesModule } from './batches/batches.module.js';
import { ENV, type Env } from './env.js';
import { EventsModule } from './events/events.module.js';

/** The worker process, which takes waiting batches and produces their records. */
@Module({
  imports: [
    OrderingModule.forRootAsync({ inject: [ENV, Readiness, WatchedDatabases], useFactory: orderingOptions }),
    BatchesModule,
    EventsModule,
  ],
  providers: [MethodNotAllowed],
})
export class WorkerModule {}

function orderingOptions(env: Env, readiness: Readiness, watch: WatchedDatabases): OrderingOptions {
  const { orderingDatabase: address, migrateAtStart: migrate } = env;
  return { address, migrate, applicationName: 'worker', readiness, watch };
}
