import { Injectable, Optional } from '@nestjs/common';
import type { Transaction } from '@trading-platform/database';
import { InjectRepository } from '@trading-platform/database/nest';
import {
  type FindManyOptions,
  type FindOptionsWhere,
  In,
  IsNull,
  LessThan,
  LessThanOrEqual,
  MoreThan,
  Not,
  Or,
  Repository,
} from 'typeorm';
import type { Batch, BatchOwner, BatchReader, HeldBatch } from '../../batch/batch.js';
import { BatchError } from '../../batch/batch-error.js';
import { systemRandomness } from '../../batch/randomness.js';
import {
  type AddedBatch,
  type AttemptEnd,
  type BatchPage,
  type BatchRead,
  BatchStore,
  type Cancellation,
  type Claim,
  type FunctionCount,
  type NewBatch,
  type Progress,
  type Reading,
  type ReusableBatch,
} from '../../storage/batch-store.js';
import { BatchDatabase } from '../batch-database.js';
import { batchIdentity } from '../batch-identity.js';
import { BatchNews } from '../batch-news.js';
import { BatchEntity } from '../entities/batch.entity.js';
import { BatchInputEntity } from '../entities/batch-input.entity.js';
import { BatchKeyEntity } from '../entities/batch-key.entity.js';
import { BatchOwnerEntity } from '../entities/batch-owner.entity.js';
import { BatchReaderEntity } from '../entities/batch-reader.entity.js';
import { BatchTurnEntity } from '../entities/batch-turn.entity.js';
import { EndedBatchEntity, keptBatch, rowToKeep } from '../entities/ended-batch.entity.js';
import { toBatch } from '../entities/to-batch.js';
import { GroupedCalls } from '../grouped-calls.js';
import { type Addition, addBatches, bindToBatch } from '../sql/add-batches.js';
import { endAttempt, renewAttempt } from '../sql/change-attempt.js';
import { claimNextBatch } from '../sql/claim-batch.js';
import { ClaimSpread } from '../sql/claim-spread.js';
import { countByFunction } from '../sql/count-by-function.js';
import { countWaitingBefore } from '../sql/count-waiting.js';
import { endedAmong } from '../sql/ended-among.js';
import { findBatches } from '../sql/find-batches.js';
import { findKey } from '../sql/find-key.js';
import { oldestWaitingSince } from '../sql/find-oldest-waiting.js';
import { findReusable } from '../sql/find-reusable.js';
import { forgetOwners } from '../sql/forget-owners.js';
import { addInput, readInput } from '../sql/inputs.js';
import { noteReadings, readingsOf } from '../sql/note-readings.js';
import { noteReads } from '../sql/note-reads.js';
import { noteTold, untoldBatches } from '../sql/told-ends.js';
import { type QueueEntry, TransactionalQueue } from '../transactional-queue.js';

/** The store of batches on TypeORM. Operations that run many times a second are functions in `sql/`. */
@Injectable()
export class TypeOrmBatchStore extends BatchStore {
  readonly #news: BatchNews;
  readonly #additions: GroupedCalls<NewBatch, Addition>;
  readonly #lookups: GroupedCalls<number, Batch | undefined>;
  readonly #claimSpread = new ClaimSpread(systemRandomness);

  /** @param queue receives every batch that begins to wait or fails, in the same transaction */
  constructor(
    private readonly database: BatchDatabase,
    @InjectRepository(BatchEntity) private readonly batches: Repository<BatchEntity>,
    @InjectRepository(BatchOwnerEntity) private readonly owners: Repository<BatchOwnerEntity>,
    @InjectRepository(BatchTurnEntity) private readonly turns: Repository<BatchTurnEntity>,
    @InjectRepository(EndedBatchEntity) private readonly ended: Repository<EndedBatchEntity>,
    @Optional() private readonly queue?: TransactionalQueue,
  ) {
    super();
    this.#news = new BatchNews(database);
    this.#additions = new GroupedCalls((added) => this.#addAll(added), database.dialect === 'postgres' ? 2 : 1);
    this.#lookups = new GroupedCalls((ids) => findBatches(database, ids), 2);
  }

  async add(batch: NewBatch): Promise<AddedBatch> {
    const addition = await this.#additions.add(batch);
    if (addition instanceof BatchError) throw addition;
    return addition;
  }

  findKey(batch: NewBatch): Promise<AddedBatch | undefined> {
    return findKey(this.database, batch);
  }

  findReusable(asked: ReusableBatch): Promise<Batch | undefined> {
    return findReusable(this.database, asked);
  }

  async bindKey(id: number, batch: NewBatch): Promise<AddedBatch> {
    const addition = await this.database.transaction((transaction) => bindToBatch(transaction, id, batch));
    if (addition instanceof BatchError) throw addition;
    return addition;
  }

  find(id: number): Promise<Batch | undefined> {
    return this.#lookups.add(id);
  }

  async findRemoved(id: number, now: number): Promise<Batch | undefined> {
    const row = await this.ended.findOneBy({ id, forgottenAt: MoreThan(now) });
    return row === null ? undefined : keptBatch(row);
  }

  endedAmong(ids: readonly number[]): Promise<readonly number[]> {
    return endedAmong(this.database, ids);
  }

  untold(limit: number): Promise<readonly Batch[]> {
    return untoldBatches(this.database, limit);
  }

  noteTold(ids: readonly number[]): Promise<void> {
    // After a crash, a batch whose end was not noted is returned again, and its event is recognized.
    return this.database.transaction((transaction) => noteTold(transaction, ids), { durable: false });
  }

  identity(): Promise<string> {
    return batchIdentity(this.database);
  }

  readInput(id: number): Promise<readonly Uint8Array[]> {
    return readInput(this.database, id);
  }

  /** The batches are read client by client, because they are indexed by client, and a member has few clients. */
  async list(reader: BatchReader, page: BatchPage): Promise<readonly Batch[]> {
    const { memberCode, clientId, memberWide = false } = reader;
    const owners = memberWide ? await this.#ownersOf(memberCode) : [{ memberCode, clientId }];
    const lists = await Promise.all(owners.map((owner) => this.#listOf(owner, page)));
    const kept = page.expired === true ? await this.#keptRows(reader, page) : [];
    return [...lists, kept]
      .flat()
      .toSorted((one, other) => other.id - one.id)
      .slice(0, page.limit);
  }

  #listOf(owner: BatchOwner, { before, limit, now, expired }: BatchPage): Promise<readonly Batch[]> {
    return this.#find({
      where: {
        memberCode: owner.memberCode,
        clientId: owner.clientId,
        id: LessThan(before ?? Number.MAX_SAFE_INTEGER),
        ...(expired === true ? {} : { expiresAt: Or(IsNull(), MoreThan(now)) }),
      },
      order: { id: 'DESC' },
      take: limit,
    });
  }

  #ownersOf(memberCode: string): Promise<readonly BatchOwner[]> {
    return this.owners.find({ where: { memberCode } });
  }

  async #keptRows(reader: BatchReader, { before, limit, now }: BatchPage): Promise<readonly Batch[]> {
    const { memberCode, clientId, memberWide = false } = reader;
    const rows = await this.ended.find({
      where: {
        memberCode,
        ...(memberWide ? {} : { clientId }),
        id: LessThan(before ?? Number.MAX_SAFE_INTEGER),
        forgottenAt: MoreThan(now),
      },
      order: { id: 'DESC' },
      take: limit,
    });
    return rows.map(keptBatch);
  }

  countWaitingBefore(id: number): Promise<number> {
    return countWaitingBefore(this.database, id);
  }

  claimNext(claim: Claim): Promise<Batch | undefined> {
    return claimNextBatch(this.database, claim, this.#claimSpread);
  }

  running(): Promise<readonly Batch[]> {
    return this.#find({ where: { state: 'processing' } });
  }

  renew(held: HeldBatch, progress: Progress): Promise<boolean> {
    return renewAttempt(this.database, held, progress);
  }

  async end(held: HeldBatch, end: AttemptEnd): Promise<boolean> {
    const ended = await this.#end(held, end);
    if (!ended) return false;
    if (end.state === 'waiting') this.#news.waits();
    else this.#news.ended(held.id);
    return true;
  }

  async #end(held: HeldBatch, end: AttemptEnd): Promise<boolean> {
    const { queue } = this;
    if (queue === undefined || (end.state !== 'waiting' && end.state !== 'failed')) {
      return (await endAttempt(this.database, held, end)) !== undefined;
    }
    return this.database.transaction(async (transaction) => {
      const ended = await endAttempt(transaction, held, end);
      if (ended === undefined) return false;
      if (end.state === 'failed') await queue.buryFailed(transaction, { batchId: held.id, reason: end.reason ?? '' });
      else await queue.enqueue(transaction, [{ ...ended, dueAt: ended.notBefore }]);
      return true;
    });
  }

  async cancel(id: number, { now, expiresAt, unbegun = false }: Cancellation): Promise<boolean> {
    const cancelled = await this.#update(
      { id, state: In(['waiting', 'processing']), ...(unbegun ? { attempt: 0 } : {}) },
      { state: 'cancelled', endedAt: now, expiresAt, leaseOwner: null, leaseUntil: null },
    );
    if (cancelled) this.#news.ended(id);
    return cancelled;
  }

  setExpiry(id: number, { now, expiresAt }: { now: number; expiresAt: number }): Promise<boolean> {
    return this.#update({ id, expiresAt: MoreThan(now) }, { expiresAt });
  }

  async keepForReaders(id: number, until: number): Promise<void> {
    await this.#update({ id, readingUntil: Or(IsNull(), LessThan(until)) }, { readingUntil: until });
  }

  noteReads(reads: readonly BatchRead[]): Promise<void> {
    return noteReads(this.database, reads);
  }

  noteReadings(readings: readonly Reading[]): Promise<void> {
    return noteReadings(this.database, readings);
  }

  readingsOf(id: number, limit: number): Promise<readonly Reading[]> {
    return readingsOf(this.database, id, limit);
  }

  removable({ expiredBefore, now, limit }: Parameters<BatchStore['removable']>[0]): Promise<readonly Batch[]> {
    return this.#find({
      where: { expiresAt: LessThanOrEqual(expiredBefore), readingUntil: Or(IsNull(), LessThanOrEqual(now)) },
      order: { expiresAt: 'ASC' },
      take: limit,
    });
  }

  async remove(id: number, rowUntil?: number): Promise<void> {
    await this.database.transaction(async ({ manager }) => {
      const batches = manager.withRepository(this.batches);
      const row = rowUntil === undefined ? null : await batches.findOneBy({ id });
      const { affected } = await batches.delete({ id, expiresAt: Not(IsNull()) });
      if (affected !== 1) return;
      await manager.delete(BatchInputEntity, { batchId: id });
      await manager.delete(BatchKeyEntity, { batchId: id });
      if (row === null) await manager.delete(BatchReaderEntity, { batchId: id });
      else await manager.withRepository(this.ended).insert(rowToKeep(row, rowUntil!));
    });
  }

  async forgetRows(now: number, limit: number): Promise<number> {
    const where = { forgottenAt: LessThanOrEqual(now) };
    const rows = await this.ended.find({ select: { id: true }, where, take: limit });
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) {
      await this.database.transaction(async ({ manager }) => {
        await manager.withRepository(this.ended).delete(ids);
        await manager.delete(BatchReaderEntity, { batchId: In(ids) });
      });
    }
    return ids.length;
  }

  forgetOwners(after: BatchOwner | undefined, limit: number): Promise<BatchOwner | undefined> {
    return forgetOwners(this.database, after, limit);
  }

  async counts(): Promise<{ readonly waiting: number; readonly processing: number }> {
    const [waiting, processing] = await Promise.all([
      this.turns.sum('waiting', { queued: 1 }),
      this.batches.countBy({ state: 'processing' }),
    ]);
    return { waiting: waiting ?? 0, processing };
  }

  countsByFunction(): Promise<readonly FunctionCount[]> {
    return countByFunction(this.database);
  }

  oldestWaitingSince(): Promise<number | undefined> {
    return oldestWaitingSince(this.database);
  }

  async #find(options: FindManyOptions<BatchEntity>): Promise<readonly Batch[]> {
    const rows = await this.batches.find(options);
    return rows.map(toBatch);
  }

  /** Returns whether the batch existed. */
  async #update(where: FindOptionsWhere<BatchEntity>, changes: Partial<BatchEntity>): Promise<boolean> {
    const { affected } = await this.database.transaction(({ manager }) =>
      manager.withRepository(this.batches).update(where, changes),
    );
    return affected === 1;
  }

  async #addAll(batches: readonly NewBatch[]): Promise<readonly Addition[]> {
    const results = await this.database.transaction((transaction) => this.#addIn(transaction, batches));
    if (results.some(isNew)) this.#news.waits();
    return results;
  }

  async #addIn(transaction: Transaction, batches: readonly NewBatch[]): Promise<readonly Addition[]> {
    const results = await addBatches(transaction, batches);
    for (const [position, { input }] of batches.entries()) {
      const result = results[position]!;
      if (input !== undefined && isNew(result)) await addInput(transaction, result.id, input);
    }
    const entries = batches.flatMap(({ memberCode, requestedAt }, position): QueueEntry[] => {
      const result = results[position]!;
      return isNew(result) ? [{ batchId: result.id, memberCode, dueAt: requestedAt }] : [];
    });
    await this.queue?.enqueue(transaction, entries);
    return results;
  }
}

function isNew(addition: Addition): addition is AddedBatch {
  return !(addition instanceof BatchError) && addition.outcome === 'added';
}
