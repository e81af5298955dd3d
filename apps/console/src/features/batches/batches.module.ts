import { Module } from '@nestjs/common';
import { BatchWatches } from './batch-watches.js';
import { BatchesController } from './batches.controller.js';
import { RecordLines } from './record-lines.js';
import { RecordsController } from './records.controller.js';

/** Batches and their records. */
@Module({ controllers: [BatchesController, RecordsController], providers: [BatchWatches, RecordLines] })
export class BatchesModule {}
