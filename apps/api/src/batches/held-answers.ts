import { Injectable } from '@nestjs/common';
import { BatchEngine, type BatchStatus, type FunctionBatchRef } from '@trading-platform/batch-engine';
import { Metrics, Readiness } from '@trading-platform/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Gauge } from 'prom-client';
import { noteChanges, notePreference, readBatchPreferences } from './batch-preferences.js';

/** A call whose answer can still get further headers. */
export interface OpenCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Answers calls that request or check a batch, either at once or, with `Prefer: wait`, when the batch has ended. When the service
 * stops, all waiting calls are answered at once.
 */
@Injectable()
export class HeldAnswers {
  constructor(
    private readonly engine: BatchEngine,
    readiness: Readiness,
    metrics: Metrics,
  ) {
    readiness.onDrain(() => engine.endWaits());
    metrics.registry.registerMetric(heldGauge(engine));
    metrics.caches.add('segments', () => engine.lookups.segments);
    metrics.caches.add('batches', () => engine.lookups.batches);
  }

  /** Returns the status of a batch, and adds headers to the answer: when to ask again, and whether the call has waited. */
  async status(ref: FunctionBatchRef, { request, reply }: OpenCall): Promise<BatchStatus> {
    const { waitSeconds } = readBatchPreferences(request.headers.prefer);
    const status =
      waitSeconds === undefined ? await this.engine.confirm(ref) : await this.#wait(ref, waitSeconds, reply);
    noteChanges(reply, status);
    if (status.retryAfterSeconds !== undefined) reply.header('Retry-After', status.retryAfterSeconds);
    return status;
  }

  /** Returns the status for a call that has just requested the batch, or undefined if the caller does not want to wait. */
  async statusIfWaiting(ref: FunctionBatchRef, call: OpenCall): Promise<BatchStatus | undefined> {
    const { waitSeconds } = readBatchPreferences(call.request.headers.prefer);
    return waitSeconds === undefined ? undefined : this.status(ref, call);
  }

  async #wait(ref: FunctionBatchRef, seconds: number, reply: FastifyReply): Promise<BatchStatus> {
    const leaving = new AbortController();
    const onClose = () => leaving.abort();
    reply.raw.once('close', onClose);
    try {
      const { waited, ...status } = await this.engine.wait(ref, { ms: seconds * 1_000, signal: leaving.signal });
      if (waited) notePreference(reply, `wait=${seconds}`);
      return status;
    } finally {
      reply.raw.off('close', onClose);
    }
  }
}

function heldGauge(engine: BatchEngine): Gauge {
  return new Gauge({
    name: 'api_waiting_calls',
    help: 'Calls that are held until their batches end.',
    registers: [],
    collect() {
      this.set(engine.waitingCalls);
    },
  });
}
