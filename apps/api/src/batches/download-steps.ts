import { Injectable } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import { BatchEngine, type BatchFunctionShape, type FunctionBatchRef } from '@trading-platform/batch-engine';
import { type DownloadCriteria, downloadCriteria } from '@trading-platform/ordering';
import { type BatchCheckRequest, type BatchGetRequest, requestDigest } from '@trading-platform/validation';
import { envelopeAround } from '../http/envelope.js';
import { answerEncoding } from '../http/media-types.js';
import { writeHead } from '../http/write-head.js';
import { type AskedChanges, ChangesAsked } from './asked-changes.js';
import { ReuseAsked } from './asked-reuse.js';
import { type CheckAnswer, checkAnswer, type RequestAnswer } from './batch-answers.js';
import { ownerOf } from './batch-owner.js';
import { changesApplied, notePreference, noteReuse } from './batch-preferences.js';
import { DeliveredRecords } from './delivered-records.js';
import { HeldAnswers, type OpenCall } from './held-answers.js';
import { readIdempotencyKey } from './idempotency-key.js';
import type { ServedDownload } from './served-download.js';

/** A call about a batch, together with the caller that makes it. */
export interface BatchCall extends OpenCall {
  readonly caller: AccessTokenClaims;
}

/**
 * The steps request, check and get, which are the same for all downloads. The check and get steps of an upload use the same code
 * (Spec 4.6).
 */
@Injectable()
export class DownloadSteps {
  constructor(
    private readonly engine: BatchEngine,
    private readonly delivered: DeliveredRecords,
    private readonly held: HeldAnswers,
    private readonly changes: ChangesAsked,
    private readonly reuse: ReuseAsked,
  ) {}

  async request(served: FollowedDownload, filters: object, call: BatchCall): Promise<RequestAnswer> {
    const { batchId, isChanges, reuse } = await this.#add(served, filters, call);
    empty(filters);
    if (reuse !== undefined) noteReuse(call.reply, reuse);
    if (isChanges) notePreference(call.reply, changesApplied);
    const status = await this.held.statusIfWaiting(refOf(served.download, batchId, call), call);
    return { batch_id: batchId, ...(status === undefined ? {} : checkAnswer(status, call)) };
  }

  async check(shape: BatchFunctionShape, { batch_id }: BatchCheckRequest, call: BatchCall): Promise<CheckAnswer> {
    return checkAnswer(await this.held.status(refOf(shape, batch_id, call), call), call);
  }

  async get(
    { name, arrayName }: BatchFunctionShape,
    { batch_id: batchId, seq_from: seqFrom, seq_to: seqTo }: BatchGetRequest,
    { caller, request, reply }: BatchCall,
  ): Promise<void> {
    const range = await this.engine.range({
      ...ownerOf(caller),
      ...envelopeAround(request.id, arrayName),
      functionName: name,
      batchId,
      seqFrom: Number(seqFrom),
      seqTo: Number(seqTo),
      encoding: answerEncoding(request.headers['accept-encoding'] ?? ''),
    });
    const delivery = this.delivered.deliveryTo(request, name);
    writeHead(reply, 200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': range.contentLength,
      'X-Range-Crc32': range.rangeCrc32,
      Vary: 'Accept-Encoding',
      ...(range.encoding === 'gzip' ? { 'Content-Encoding': 'gzip' } : {}),
      ...delivery.headers,
    });
    await delivery.send(range, reply.raw);
  }

  async #add(served: FollowedDownload, filters: object, { caller, request }: BatchCall): Promise<AnsweredRequest> {
    const { download } = served;
    const key = readIdempotencyKey(request.headers['idempotency-key']);
    const criteria = criteriaOf(served, caller, filters);
    const asked = await this.changes.by(request.headers.prefer, served, criteria);
    const isChanges = asked?.areTold === true;
    const reuse = isChanges ? undefined : await this.reuse.by(request.headers.prefer, served, criteria);
    const { batchId, repeated, reusedAgeMs } = await this.engine.request({
      ...ownerOf(caller),
      functionName: download.name,
      criteria,
      ...(isChanges ? { changesSince: asked.cursor } : {}),
      ...(reuse === undefined ? {} : { reuse }),
      ...(key === undefined ? {} : { idempotency: { key, digest: digestOf(filters, asked) } }),
    });
    if (reuse !== undefined && reusedAgeMs !== undefined) {
      return { batchId, isChanges, reuse: { wantedMs: reuse.maxAgeMs, ageMs: reusedAgeMs } };
    }
    if (!repeated || asked === undefined) return { batchId, isChanges };
    return { batchId, isChanges: (await this.engine.details({ ...ownerOf(caller), batchId })).isChanges };
  }
}

/** The batch with which a request is answered. */
interface AnsweredRequest {
  readonly batchId: string;
  readonly isChanges: boolean;
  /** Set if an earlier batch is used again. */
  readonly reuse?: Parameters<typeof noteReuse>[1];
}

type FollowedDownload = Pick<ServedDownload, 'download' | 'source' | 'criteria'>;

function criteriaOf(
  { download, criteria }: FollowedDownload,
  caller: AccessTokenClaims,
  request: object,
): DownloadCriteria {
  return criteria === undefined ? downloadCriteria(download, caller, request) : criteria(caller, request as never);
}

/** Names a batch, its function and the caller for the engine. */
export function refOf({ name }: BatchFunctionShape, batchId: string, { caller }: BatchCall): FunctionBatchRef {
  return { ...ownerOf(caller), functionName: name, batchId };
}

/**
 * Frees the memory of a body. Nest keeps the arguments of a handler until the call is answered, and a call may wait for a long
 * time.
 */
function empty(body: object): void {
  for (const field of Object.keys(body)) Reflect.deleteProperty(body, field);
}

/**
 * Returns the digest of a request. The digest includes the cursor, because requests with different cursors are different
 * requests.
 */
function digestOf(filters: object, asked: AskedChanges | undefined): string {
  const digest = requestDigest(filters);
  return asked === undefined ? digest : `${digest} changes-since=${asked.cursor}`;
}
