import { BatchError } from '../batch/batch-error.js';
import type { BatchFunctionShape } from '../batch/batch-function.js';
import { type BatchLimits, limitDefaults, type RetentionSettings, retentionDefaults } from '../batch/batch-settings.js';
import { type Clock, systemClock } from '../batch/clock.js';
import type { BatchChanges } from '../storage/batch-changes.js';
import type { BatchStore } from '../storage/batch-store.js';
import type { SegmentStore } from '../storage/segment-store.js';
import { BatchWaits } from './batch-waits.js';
import { CutEnds } from './cut-ends.js';
import { EndedBatches } from './ended-batches.js';
import { KnownLines } from './known-lines.js';
import { ReadTimes } from './read-times.js';
import { Readers } from './readers.js';
import { SegmentCache } from './segment-cache.js';

const defaultCacheBytes = 24 * 1024 * 1024;
const defaultWaits = { inAll: 2000, perOwner: 200 };

/** The stores, functions and settings of the serving side. The stores and functions are required. */
export interface BatchEngineOptions {
  readonly batches: BatchStore;
  readonly segments: SegmentStore;
  /** All functions whose batches this engine serves. Only the properties in `BatchFunctionShape` are needed. */
  readonly functions: readonly BatchFunctionShape[];
  readonly retention?: RetentionSettings;
  readonly limits?: Partial<BatchLimits>;
  /** The maximum memory for cached segments, in bytes (default: 24 MB). */
  readonly cacheBytes?: number;
  /**
   * The source of notifications about batches, which end waits early. Without notifications, the rows are read once a second
   * while calls are waiting.
   */
  readonly changes?: BatchChanges;
  /**
   * The maximum number of calls that may wait at the same time (default: 2,000). Further calls do not wait and are answered at
   * once.
   */
  readonly waitsAtMost?: number;
  /** The maximum number of waiting calls of one member and client (default: 200). */
  readonly waitsPerOwner?: number;
  /** Called for every request that was answered with a batch. The callback is meant for metrics. */
  readonly onRequested?: (functionName: string, outcome: RequestOutcome) => void;
  /**
   * Returns the current call as a W3C `traceparent`. The trace is stored with the batch, so that attempts belong to the same
   * trace.
   */
  readonly currentTrace?: () => string | undefined;
  /** Called when a client reads the batch of another client. The callback is meant for the log. */
  readonly onForeignRead?: (read: ForeignRead) => void;
  readonly clock?: Clock;
}

/** Describes that a client reads the batch of another client of the same member. */
export interface ForeignRead {
  readonly batchId: string;
  readonly memberCode: string;
  /** The client that requested the batch. */
  readonly ofClient: string;
  /** The client that reads the batch. */
  readonly byClient: string;
}

/**
 * The way in which the batch of an answer was found: `added` for a new batch, `repeated` for the batch of the same idempotency
 * key, and `reused` for an earlier result.
 */
export type RequestOutcome = 'added' | 'repeated' | 'reused';

/** The objects that all calls of one engine share. */
export interface EngineParts {
  readonly batches: BatchStore;
  readonly segments: SegmentStore;
  readonly functions: ReadonlyMap<string, BatchFunctionShape>;
  readonly retention: Required<RetentionSettings>;
  readonly limits: BatchLimits;
  readonly cache: SegmentCache;
  readonly cutEnds: CutEnds;
  readonly known: KnownLines;
  readonly ended: EndedBatches;
  readonly readers: Readers;
  readonly readTimes: ReadTimes;
  readonly waits: BatchWaits;
  readonly onRequested: BatchEngineOptions['onRequested'];
  readonly currentTrace: BatchEngineOptions['currentTrace'];
  readonly onForeignRead: BatchEngineOptions['onForeignRead'];
  readonly clock: Clock;
}

export function enginePartsOf(options: BatchEngineOptions): EngineParts {
  const { batches, segments, changes, clock = systemClock } = options;
  const retention = { ...retentionDefaults, ...options.retention };
  return {
    batches,
    segments,
    functions: new Map(options.functions.map((shape) => [shape.name, shape])),
    retention,
    limits: { ...limitDefaults, ...options.limits },
    cache: new SegmentCache(segments, options.cacheBytes ?? defaultCacheBytes),
    cutEnds: new CutEnds(),
    known: new KnownLines(),
    ended: new EndedBatches(batches),
    readers: new Readers(batches, clock, retention.readerGraceMs),
    readTimes: new ReadTimes(batches, clock),
    waits: new BatchWaits(batches, changes, {
      inAll: options.waitsAtMost ?? defaultWaits.inAll,
      perOwner: options.waitsPerOwner ?? defaultWaits.perOwner,
    }),
    onRequested: options.onRequested,
    currentTrace: options.currentTrace,
    onForeignRead: options.onForeignRead,
    clock,
  };
}

/** @throws BatchError `unknown-function` */
export function functionOf({ functions }: Pick<EngineParts, 'functions'>, name: string): BatchFunctionShape {
  const shape = functions.get(name);
  if (shape === undefined) throw new BatchError('unknown-function', `No function is registered as ${name}`);
  return shape;
}
