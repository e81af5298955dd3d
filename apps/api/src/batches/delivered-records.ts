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

/**
 * The maximum time for which a process waits for evidence of delivery before it ends. It is a little longer than the time after
 * which silence on a connection counts as evidence of delivery.
 */
const settledWithinMs = 6_000;

/** Records that are ready to be sent. */
export interface SentRecords extends SendableBody {
  readonly recordCount: number;
  /** The number of bytes, or undefined if the number is known only after the records have been sent. */
  readonly contentLength: number | undefined;
  readonly receipts: () => Receipts;
}

/** The delivery of records in the answer to a call. */
export interface Delivery {
  /** The headers that confirm the caller's preference for acknowledged delivery. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Sends and counts the records. Their delivery is recorded later, when there is evidence of it. This function does not wait for
   * the evidence.
   */
  send(records: SentRecords, writable: Writable): Promise<void>;
}

/**
 * Marks records as received by a caller (Spec 4.8). A delivery is recorded when there is evidence of it or, with
 * `Prefer: delivery=acknowledged`, when the caller acknowledges the records. If an answer is interrupted, no delivery
 * is recorded.
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

  /** Returns an object that sends records of this function to the caller, and then marks them as received. */
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

  /**
   * Marks records as delivered because the caller has acknowledged them. For functions without download marks, nothing is
   * recorded.
   */
  async acknowledged(functionName: string, caller: AccessTokenClaims, receipts: () => Receipts): Promise<void> {
    await this.#marksOf(functionName)?.mark(caller, this.#counted(receipts(), functionName, 'caller'));
  }

  /** Before the databases are closed, stores the deliveries for which there is evidence by then. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.#evidence.settle(Math.min(settledWithinMs, this.env.shutdownTimeoutSeconds * 500));
    await Promise.all(this.#underWay);
  }

  #marksOf(functionName: string): DeliveryMarks | undefined {
    const marks = this.downloads.named(functionName)?.marks;
    return marks && this.modules.get<DeliveryMarks>(marks, { strict: false });
  }

  /**
   * Sends the records, and returns whether all of them were handed over to the connection. The records are counted only
   * in this case.
   */
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

  /**
   * Passes the receipts on in groups. The records of a group are counted when the next group is requested, because they have been
   * marked by then.
   */
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

  /**
   * If the delivery cannot be recorded, the failure is only logged, because the answer has already been sent. The records then
   * count as not downloaded.
   */
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

/** Passes a body through unchanged, and reports the number of bytes in each piece to `onTaken`. */
async function* counted(
  body: SendableBody['body'],
  onTaken: (bytes: number) => void,
): AsyncGenerator<OwnedBytes, void, undefined> {
  for await (const piece of body) {
    onTaken(piece.bytes.byteLength);
    yield piece;
  }
}
