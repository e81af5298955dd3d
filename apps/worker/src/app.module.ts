import { Module } from '@nestjs/common';
import { OrderingModule } from '@trading-platform/ordering/nest';
import { MethodNotAllowed, Metrics, Readiness, Tracing, watchDatabases } from '@trading-platform/service';
import { BatchesModule } from './batches/batches.module.js';
import { ENV, type Env } from './env.js';

/** The worker: takes waiting batches and produces their records. */
@Module({
  imports: [
    OrderingModule.forRootAsync({
      inject: [ENV, Readiness, Metrics, { token: Tracing, optional: true }],
      useFactory: (
        { orderingDatabase, migrateAtStart }: Env,
        readiness: Readiness,
        metrics: Metrics,
        tracing?: Tracing,
      ) => ({
        address: orderingDatabase,
        migrate: migrateAtStart,
        applicationName: 'worker',
        readiness,
        watch: watchDatabases(metrics, tracing),
      }),
    }),
    BatchesModule,
  ],
  providers: [MethodNotAllowed],
})
export class WorkerModule {}
