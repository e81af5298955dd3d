import type { Writable } from 'node:stream';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import {
  DeliveryEvidence,
  type OwnedBytes,
  type Receipts,
  type SendableBody,
  sendBody,
} from '@trading-platform/batch-engine';
import type { FastifyRequest } from 'fastify';
import { PinoLogger } from 'nestjs-pino';
import { ENV, type Env } from '../env.js';
import { callerOf } from '../http/caller-of.js';
import { preferenceApplied, prefersToAcknowledge } from './delivery-preference.js';
import type { DeliveryMarks } from './served-download.js';
import { ServedDownloads } from './served-downloads.js';
import { type DeliveryWitness, ServingCounters } from './serving-counters.js';

/** How long a shutdown waits for evidence. Silence counts as evidence a little earlier. */
const settledWithinMs = 6_000;

/** Records that are sent. */
export interface SentRecords extends SendableBody {
  readonly recordCount: number;
  /** Undefined where it is known only when they are sent. */
  readonly contentLength: number | undefined;
  readonly receipts: () => Receipts;
}

/** An answer with records on its way to a caller. */
export interface Delivery {
  /** Headers that confirm the preference to the caller. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sends and counts the records, and notes their delivery later, once there is evidence of it. The call does not wait for that. */
  send(records: SentRecords, writable: Writable): Promise<void>;
}

/**
 * Notes that records were delivered (Spec 4.8): when there is evidence that the caller has them, or, with
 * `Prefer: delivery=acknowledged`, when the caller says so. A broken answer notes nothing.
 */
@Injectable()
export class DeliveredRecords implements BeforeApplicationShutdown {
  readonly #evidence = new DeliveryEvidence();
  readonly #underWay = new Set<Promise<void>>();

  constructor(
    private readonly downloads: ServedDownloads,
    private readonly modules: ModuleRef,
    @Inject(ENV) private readonly env: Env,
    private readonly logger: PinoLogger,
    private readonly counters: ServingCounters,
  ) {}

  /** The delivery of a function's records as the answer to a request. */
  deliveryTo(request: FastifyRequest, functionName: string): Delivery {
    const marks = this.#marksOf(functionName);
    const onlySend: Delivery['send'] = async (records, writable) => {
      await this.#send(functionName, records, writable);
    };
    if (marks === undefined) return { headers: {}, send: onlySend };
    if (prefersToAcknowledge(request.headers.prefer)) return { headers: preferenceApplied, send: onlySend };
    return {
      headers: {},
      send: async (records, writable) => {
        const delivered = this.#evidence.begin(request.raw.socket);
        if (!(await this.#send(functionName, records, writable))) return;
        const note = () => marks.mark(callerOf(request), this.#counted(records.receipts(), functionName, 'connection'));
        this.#noteOn(delivered(), functionName, note);
      },
    };
  }

  /** Notes the records that the caller has acknowledged. Functions without marks note nothing. */
  async acknowledged(functionName: string, caller: AccessTokenClaims, receipts: () => Receipts): Promise<void> {
    await this.#marksOf(functionName)?.mark(caller, this.#counted(receipts(), functionName, 'caller'));
  }

  /** Before the databases are closed, notes the deliveries for which evidence comes in time. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.#evidence.settle(Math.min(settledWithinMs, this.env.shutdownTimeoutSeconds * 500));
    await Promise.all(this.#underWay);
  }

  #marksOf(functionName: string): DeliveryMarks | undefined {
    const marks = this.downloads.named(functionName)?.marks;
    return marks && this.modules.get<DeliveryMarks>(marks, { strict: false });
  }

  /** Returns whether all records were handed over. Only then are they counted. */
  async #send(functionName: string, records: SentRecords, writable: Writable): Promise<boolean> {
    const { recordCount, contentLength, body } = records;
    let taken = 0;
    const isCounted = contentLength === undefined;
    const complete = await sendBody(
      isCounted ? { body: counted(body, (bytes) => (taken += bytes)) } : records,
      writable,
    );
    if (complete) this.counters.served(functionName, recordCount, contentLength ?? taken);
    return complete;
  }

  /** A portion is marked when the next one is asked for. */
  async *#counted(receipts: Receipts, functionName: string, witness: DeliveryWitness): Receipts {
    for await (const portion of receipts) {
      yield portion;
      this.counters.marked(functionName, witness, portion.length);
    }
  }

  #noteOn(evidence: Promise<boolean>, functionName: string, note: () => Promise<void>): void {
    const noting = this.#tryToNote(evidence, functionName, note);
    this.#underWay.add(noting);
    void noting.then(() => this.#underWay.delete(noting));
  }

  /** A failure is only logged, because the answer is already sent. The records then count as not downloaded. */
  async #tryToNote(evidence: Promise<boolean>, functionName: string, note: () => Promise<void>): Promise<void> {
    try {
      const arrived = await evidence;
      if (arrived) await note();
      this.counters.delivered(functionName, arrived ? 'noted' : 'unproven');
    } catch (error) {
      this.counters.delivered(functionName, 'failed');
      this.logger.error({ err: error, function: functionName }, 'a delivery could not be noted');
    }
  }
}

/** Passes a body through, and reports the bytes of each piece to `onTaken`. */
async function* counted(
  body: SendableBody['body'],
  onTaken: (bytes: number) => void,
): AsyncGenerator<OwnedBytes, void, undefined> {
  for await (const piece of body) {
    onTaken(piece.bytes.byteLength);
    yield piece;
  }
}
