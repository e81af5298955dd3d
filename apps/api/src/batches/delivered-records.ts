import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import { DeliveryEvidence, type Receipts } from '@trading-platform/batch-engine';
import type { FastifyRequest } from 'fastify';
import { PinoLogger } from 'nestjs-pino';
import { ENV, type Env } from '../env.js';
import { callerOf } from '../http/caller-of.js';
import { preferenceApplied, prefersToAcknowledge } from './delivery-preference.js';
import type { DeliveryMarks } from './served-download.js';
import { ServedDownloads } from './served-downloads.js';

/** How long a shutdown waits for evidence: a little longer than the silence that counts as evidence. */
const settledWithinMs = 6_000;

/** An answer with records on its way to a caller. */
export interface Delivery {
  /** What the answer says of the caller's preference. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Sends the records, and notes their delivery once there is evidence of it. The call is not held up.
   *
   * @param send answers whether all of them were handed over
   */
  follow(receipts: () => Receipts, send: () => Promise<boolean>): Promise<void>;
}

/**
 * What follows when records are delivered: on evidence that the caller holds them, or when the caller says so, if it prefers
 * that (`Prefer: delivery=acknowledged`). A broken answer notes nothing (Spec 4.8).
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
  ) {}

  /** The delivery of records of a function to whoever has sent a request. */
  deliveryTo(request: FastifyRequest, functionName: string): Delivery {
    if (prefersToAcknowledge(request.headers.prefer)) return acknowledgedDelivery;
    const marks = this.#marksOf(functionName);
    if (marks === undefined) return unnotedDelivery;
    const note = (receipts: () => Receipts) => marks.mark(callerOf(request), receipts());
    return {
      headers: {},
      follow: async (receipts, send) => {
        const delivered = this.#evidence.begin(request.raw.socket);
        if (await send()) this.#noteOn(delivered(), functionName, () => note(receipts));
      },
    };
  }

  /** Notes what the caller says that it holds. Where a function has no marks, there is nothing to note. */
  async acknowledged(functionName: string, caller: AccessTokenClaims, receipts: () => Receipts): Promise<void> {
    await this.#marksOf(functionName)?.mark(caller, receipts());
  }

  /** Before databases are closed: what was delivered is noted, as far as that shows in time. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.#evidence.settle(Math.min(settledWithinMs, this.env.shutdownTimeoutSeconds * 500));
    await Promise.all(this.#underWay);
  }

  #marksOf(functionName: string): DeliveryMarks | undefined {
    const marks = this.downloads.named(functionName)?.marks;
    return marks && this.modules.get<DeliveryMarks>(marks, { strict: false });
  }

  #noteOn(evidence: Promise<boolean>, functionName: string, note: () => Promise<void>): void {
    const noting = this.#tryToNote(evidence, functionName, note);
    this.#underWay.add(noting);
    void noting.then(() => this.#underWay.delete(noting));
  }

  /** The answer is out already, so a failure can only be logged: the records count as not downloaded. */
  async #tryToNote(evidence: Promise<boolean>, functionName: string, note: () => Promise<void>): Promise<void> {
    try {
      if (await evidence) await note();
    } catch (error) {
      this.logger.error({ err: error, function: functionName }, 'a delivery could not be noted');
    }
  }
}

async function onlySend(_receipts: unknown, send: () => Promise<boolean>): Promise<void> {
  await send();
}

const unnotedDelivery: Delivery = { headers: {}, follow: onlySend };
const acknowledgedDelivery: Delivery = { headers: preferenceApplied, follow: onlySend };
