import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import { DeliveryEvidence, type Receipts } from '@trading-platform/batch-engine';
import { DownloadMarks } from '@trading-platform/ordering';
import { PinoLogger } from 'nestjs-pino';
import { ENV, type Env } from '../env.js';
import type { Call } from '../http/call.js';
import { readPreferences } from '../http/preferences.js';
import { ServedDownloads } from './served-downloads.js';

/** A drain waits no longer for evidence: a little more than silence needs to become evidence. */
const settledWithinMs = 6_000;

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
    private readonly marks: DownloadMarks,
    @Inject(ENV) private readonly env: Env,
    private readonly logger: PinoLogger,
  ) {}

  /** What an answer with records says of the preference in its headers. */
  headersOf(call: Call): Readonly<Record<string, string>> {
    return willAcknowledge(call) ? { 'Preference-Applied': 'delivery=acknowledged' } : {};
  }

  /**
   * To be called before an answer with records is sent; what it gives, as soon as it has been handed over completely, and not
   * at all if it was not. The call is not held up.
   */
  begin(functionName: string, call: Call): (receipts: () => Receipts) => void {
    if (this.downloads.featureOf(functionName)?.delivered === undefined || willAcknowledge(call)) return nothingToNote;
    const { caller } = call;
    const delivered = this.#evidence.begin(call.request.raw.socket);
    return (receipts) => {
      const noting = this.#noteOn(delivered(), functionName, caller, receipts);
      this.#underWay.add(noting);
      void noting.then(() => this.#underWay.delete(noting));
    };
  }

  /** Notes what the caller says that it holds. Where a function has no marks, there is nothing to note. */
  async acknowledged(functionName: string, caller: AccessTokenClaims, receipts: () => Receipts): Promise<void> {
    await this.downloads.featureOf(functionName)?.delivered?.(receipts(), caller, this.marks);
  }

  /** Before databases are closed: what was delivered is noted, as far as that shows in time. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.#evidence.settle(Math.min(settledWithinMs, this.env.shutdownTimeoutSeconds * 500));
    await Promise.all(this.#underWay);
  }

  /** The answer is out already, so a failure can only be logged: the records count as not downloaded. */
  async #noteOn(
    evidence: Promise<boolean>,
    functionName: string,
    caller: AccessTokenClaims,
    receipts: () => Receipts,
  ): Promise<void> {
    try {
      if (await evidence) await this.acknowledged(functionName, caller, receipts);
    } catch (error) {
      this.logger.error({ err: error, function: functionName }, 'a delivery could not be noted');
    }
  }
}

const nothingToNote = (): void => undefined;

function willAcknowledge({ request }: Call): boolean {
  const { prefer } = request.headers;
  return prefer !== undefined && readPreferences(prefer).get('delivery')?.toLowerCase() === 'acknowledged';
}
