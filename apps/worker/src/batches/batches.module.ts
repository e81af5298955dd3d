import { Module } from '@nestjs/common';
import { type ReceiptStores, retentionOf } from '@trading-platform/batch-engine';
import { BatchProducingModule, type BatchProducingOptions } from '@trading-platform/batch-engine/nest';
import { segmentsOf } from '@trading-platform/batch-engine/s3';
import { defaultBatchAddress } from '@trading-platform/batch-engine/typeorm';
import { EventLog } from '@trading-platform/event-log';
import {
  ChangeHistory,
  MasterSource,
  OrderSource,
  OrderStore,
  SettingSource,
  TradeSource,
  TradeUpdateStore,
} from '@trading-platform/ordering';
import { Metrics, Readiness, Tracing, WatchedDatabases } from '@trading-platform/service';
import { PinoLogger } from 'nestjs-pino';
import { ENV, type Env } from '../env.js';
import { AttemptSpans } from './attempt-spans.js';
import { batchFunctions } from './batch-functions.js';
import { BatchGauges } from './batch-gauges.js';
import { DeliveredReceipts } from './delivered-receipts.js';
import { ProductionCounters } from './production-counters.js';

const dayMs = 24 * 60 * 60 * 1_000;

/** The module that produces batches with the batch engine and measures this work. */
@Module({
  imports: [
    BatchProducingModule.forRootAsync({
      inject: [
        ENV,
        MasterSource,
        TradeSource,
        SettingSource,
        OrderSource,
        OrderStore,
        TradeUpdateStore,
        ChangeHistory,
        Metrics,
        Readiness,
        PinoLogger,
        WatchedDatabases,
        EventLog,
        { token: Tracing, optional: true },
      ],
      useFactory: producingOptions,
    }),
  ],
  providers: [BatchGauges],
  exports: [BatchProducingModule],
})
export class BatchesModule {}

function producingOptions(
  env: Env,
  master: MasterSource,
  trade: TradeSource,
  settings: SettingSource,
  source: OrderSource,
  store: OrderStore,
  updates: TradeUpdateStore,
  history: ChangeHistory,
  metrics: Metrics,
  readiness: Readiness,
  log: PinoLogger,
  watch: WatchedDatabases,
  events: EventLog,
  tracing?: Tracing,
): BatchProducingOptions {
  // The stores of batches are made after these options, but the metrics need the names of all functions now.
  const provided = Promise.withResolvers<ReceiptStores>();
  const delivered = new DeliveredReceipts(provided.promise);
  const functions = batchFunctions(
    { master, trade, settings },
    { source, store },
    { store: updates, delivered, settings: env },
  );
  const counters = new ProductionCounters(
    metrics,
    functions.map(({ name }) => name),
  );
  return {
    storage: {
      address: env.batchDatabase ?? defaultBatchAddress(env.orderingDatabase),
      listenAddress: env.batchNotifications,
      applicationName: 'worker',
      migrate: env.migrateAtStart,
      watch,
      segments: segmentsOf(env),
    },
    readiness,
    functions: (stores) => {
      provided.resolve(stores);
      return functions;
    },
    settings: {
      concurrency: env.concurrency,
      runningPerMember: env.runningPerMember,
      leaseMs: env.leaseSeconds * 1_000,
    },
    retention: retentionOf(env),
    alsoKeepHouse: async (now) => {
      await history.forget(now - env.changesKeptDays * dayMs);
      await events.forget(now - env.eventsKeptDays * dayMs);
    },
    onAttemptEnded: counters.count,
    ...(tracing && { tracing: new AttemptSpans(tracing) }),
    log,
  };
}
