import { type DynamicModule, Logger, Module } from '@nestjs/common';
import { type ForeignRead, retentionOf } from '@trading-platform/batch-engine';
import { BatchServingModule, type BatchServingOptions } from '@trading-platform/batch-engine/nest';
import { segmentsOf } from '@trading-platform/batch-engine/s3';
import { defaultBatchAddress } from '@trading-platform/batch-engine/typeorm';
import { Metrics, Readiness, Tracing, WatchedDatabases } from '@trading-platform/service';
import { ENV, type Env } from '../env.js';
import { ChangesAsked } from './asked-changes.js';
import { ReuseAsked } from './asked-reuse.js';
import { BatchesController } from './batches.controller.js';
import { DeliveredRecords } from './delivered-records.js';
import { downloadController } from './download.controller.js';
import { DownloadSteps } from './download-steps.js';
import { HeldAnswers } from './held-answers.js';
import { InputSteps } from './input-steps.js';
import { countRequests } from './request-counter.js';
import type { ServedDownload } from './served-download.js';
import { type OtherFunction, ServedDownloads } from './served-downloads.js';
import { ServingCounters } from './serving-counters.js';

const foreignReads = new Logger('batches');

/** Logs which client has read a batch of another client. The log line contains the `request_id` of the call. */
function tellForeignRead(read: ForeignRead): void {
  foreignReads.log(read, 'a batch of another client is read');
}

/** The module with all downloads and their paths (Spec 4.6), and with the calls about the caller's own batches. */
@Module({})
export class BatchesModule {
  /** @param others the functions whose batches other features serve, with `InputSteps` */
  static with(env: Env, downloads: readonly ServedDownload[], others: readonly OtherFunction[]): DynamicModule {
    const served = new ServedDownloads(downloads, others);
    return {
      module: BatchesModule,
      global: true,
      imports: [
        BatchServingModule.forRootAsync({
          inject: [ENV, Readiness, Metrics, WatchedDatabases, { token: Tracing, optional: true }],
          useFactory: (
            settings: Env,
            readiness: Readiness,
            metrics: Metrics,
            watch: WatchedDatabases,
            tracing?: Tracing,
          ): BatchServingOptions => ({
            storage: {
              address: settings.batchDatabase ?? defaultBatchAddress(settings.orderingDatabase),
              listenAddress: settings.batchNotifications,
              applicationName: 'api',
              migrate: settings.migrateAtStart,
              watch,
              segments: segmentsOf(settings),
            },
            readiness,
            onRequested: countRequests(metrics, served.names),
            onForeignRead: tellForeignRead,
            ...(tracing && { currentTrace: () => tracing.traceparent }),
            functions: [...served.functions(settings), ...others],
            retention: retentionOf(settings),
            waitsAtMost: settings.waitingCalls,
            waitsPerOwner: settings.waitingCallsPerClient,
            limits: {
              unfinishedPerOwner: settings.batchesPerClient,
              storedBytesPerMember: settings.storedBytesPerMember,
            },
          }),
        }),
      ],
      controllers: [...downloads.map((each) => downloadController(each, env)), BatchesController],
      providers: [
        { provide: ServedDownloads, useValue: served },
        HeldAnswers,
        DownloadSteps,
        InputSteps,
        DeliveredRecords,
        ServingCounters,
        ChangesAsked,
        ReuseAsked,
      ],
      exports: [BatchServingModule, HeldAnswers, DownloadSteps, InputSteps],
    };
  }
}
