import { Module } from '@nestjs/common';
import { MethodNotAllowed } from '@trading-platform/service';
import { BatchWorkerModule } from './batches/batch-worker.module.js';

/** The worker: takes waiting batches and produces their records. */
@Module({ imports: [BatchWorkerModule], providers: [MethodNotAllowed] })
export class WorkerModule {}
