import { Module } from '@nestjs/common';
import { MethodNotAllowed } from '@trading-platform/service';
import { BatchesModule } from './batches/batches.module.js';

/** The worker: takes waiting batches and produces their records. */
@Module({ imports: [BatchesModule], providers: [MethodNotAllowed] })
export class WorkerModule {}
