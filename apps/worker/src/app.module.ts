import { Module } from '@nestjs/common';
import { OrderingModule } from '@trading-platform/ordering/nest';
import { MethodNotAllowed, Readiness, WatchedDatabases } from '@trading-platform/service';
import { BatchesModule } from './batches/batches.module.js';
import { ENV, type Env } from './env.js';

/** The worker: takes waiting batches and produces their records. */
@Module({
  imports: [
    OrderingModule.forRootAsync({
      inject: [ENV, Readiness, WatchedDatabases],
      useFactory: ({ orderingDatabase, migrateAtStart }: Env, readiness: Readiness, watch: WatchedDatabases) => ({
        address: orderingDatabase,
        migrate: migrateAtStart,
        applicationName: 'worker',
        readiness,
        watch,
      }),
    }),
    BatchesModule,
  ],
  providers: [MethodNotAllowed],
})
export class WorkerModule {}
