import type { Batch, BatchOwner, BatchReader, HeldBatch } from '../batch/batch.js';
import { isFinal } from '../batch/batch-state.js';
import { systemRandomness } from '../batch/randomness.js';
import {
  type AddedBatch,
  type AttemptEnd,
  type BatchPage,
  type BatchRead,
  type BatchStore,
  type Cancellation,
  type Claim,
  type FunctionCount,
  keptCriteriaLength,
  type NewBatch,
  type Progress,
  type Reading,
  type ReusableBatch,
} from '../storage/batch-store.js';
import { joinReadings } from '../storage/join-readings.js';
import { endsCountedMs, tooManyBatches, tooMuchStored } from '../storage/over-limits.js';

interface Row extends Batch {
  readonly idempotency: NewBatch['idempotency'];
  readonly readingUntil: number | undefined;
  readonly selection: string | undefined;
}

/** An idempotency key that is bound to the batch of another request. */
interface BoundKey extends Pick<NewBatch, 'memberCode' | 'clientId' | 'functionName'> {
  readonly idempotency: NonNullable<NewBatch['idempotency']>;
  readonly batchId: number;
}

/**
 * An implementation of `BatchStore` in memory. The store in memory fulfils the contract of the port without a database, for tests
 * and experiments.
 */
export class MemoryBatchStore implements BatchStore {
  readonly #rows = new Map<number, Row>();
  readonly #kept = new Map<number, { readonly batch: Batch; readonly until: number }>();
  readonly #inputs = new Map<number, readonly Uint8Array[]>();
  readonly #boundKeys: BoundKey[] = [];
  readonly #served = new Map<string, number>();
  readonly #told = new Set<number>();
  readonly #readings = new Map<string, Reading>();
  readonly #identity = systemRandomness.uuid();
  #lastId = 0;
  #turns = 0;

  async add(batch: NewBatch): Promise<AddedBatch> {
    const known = this.#knownKey(batch);
    if (known !== undefined) return known;
    this.#assertWithinLimits(batch);
    const id = ++this.#lastId;
    const { functionName, memberCode, clientId, userId, input = [], requestedAt, idempotency } = batch;
    const inputBytes = bytesOf(input);
    this.#inputs.set(
      id,
      input.map((piece) => piece.slice()),
    );
    this.#rows.set(id, {
      ...emptyBatch,
      id,
      functionName,
      memberCode,
      clientId,
      userId,
      criteria: structuredClone(batch.criteria),
      requestedAt,
      notBefore: 0,
      inputBytes,
      storedBytes: inputBytes,
      changesSince: batch.changesSince,
      idempotency,
      trace: batch.trace,
    });
    return { id, outcome: 'added' };
  }

  async untold(limit: number): Promise<readonly Batch[]> {
    return this.#all()
      .filter(({ id, endedAt }) => endedAt !== undefined && !this.#told.has(id))
      .toSorted((one, other) => one.endedAt! - other.endedAt!)
      .slice(0, limit);
  }

  async noteTold(ids: readonly number[]): Promise<void> {
    for (const id of ids) this.#told.add(id);
  }

  async identity(): Promise<string> {
    return this.#identity;
  }

  async findKey(batch: NewBatch): Promise<AddedBatch | undefined> {
    return this.#knownKey(batch);
  }

  async findReusable(asked: ReusableBatch): Promise<Batch | undefined> {
    return this.#all()
      .filter((row) => isOwned(row, asked) && row.functionName === asked.functionName && !hasExpired(row, asked.now))
      .filter((row) => row.selection === asked.selection && row.snapshotAt! >= asked.snapshotFrom)
      .toSorted((a, b) => b.snapshotAt! - a.snapshotAt!)[0];
  }

  async bindKey(batchId: number, batch: NewBatch): Promise<AddedBatch> {
    const added = await this.add(batch);
    if (added.outcome !== 'added') return added;
    this.#rows.delete(added.id);
    const { memberCode, clientId, functionName, idempotency } = batch;
    this.#boundKeys.unshift({ memberCode, clientId, functionName, idempotency: idempotency!, batchId });
    return { id: batchId, outcome: 'added' };
  }

  async find(id: number): Promise<Batch | undefined> {
    return this.#rows.get(id);
  }

  async findRemoved(id: number, now: number): Promise<Batch | undefined> {
    const kept = this.#kept.get(id);
    return kept === undefined || kept.until <= now ? undefined : kept.batch;
  }

  async endedAmong(ids: readonly number[]): Promise<readonly number[]> {
    return ids.filter((id) => this.#rows.get(id)?.endedAt !== undefined);
  }

  async readInput(id: number): Promise<readonly Uint8Array[]> {
    return this.#inputs.get(id) ?? [];
  }

  async list(
    { memberCode, clientId, memberWide = false }: BatchReader,
    { before, limit, now, expired = false }: BatchPage,
  ): Promise<readonly Batch[]> {
    const kept = expired ? [...this.#kept.values()].map(({ batch }) => batch) : [];
    return [...this.#all(), ...kept]
      .filter((row) => row.memberCode === memberCode && (memberWide || row.clientId === clientId))
      .filter((row) => row.id < (before ?? Number.POSITIVE_INFINITY) && (expired || !hasExpired(row, now)))
      .toSorted((a, b) => b.id - a.id)
      .slice(0, limit);
  }

  async countWaitingBefore(id: number): Promise<number> {
    const memberCode = this.#rows.get(id)?.memberCode;
    return this.#all().filter((row) => row.state === 'waiting' && row.memberCode === memberCode && row.id < id).length;
  }

  async claimNext(claim: Claim): Promise<Batch | undefined> {
    const inTurn = this.#all()
      .filter((row) => this.#isClaimable(row, claim) && claim.functionNames.includes(row.functionName))
      .map((row) => ({ row, running: this.#runningOf(row), served: this.#served.get(row.memberCode) ?? 0 }))
      .toSorted((a, b) => a.running - b.running || a.served - b.served || a.row.id - b.row.id);
    return inTurn[0] === undefined ? undefined : this.#take(inTurn[0].row, claim);
  }

  async running(): Promise<readonly Batch[]> {
    return this.#all().filter((row) => row.state === 'processing');
  }

  async renew(held: HeldBatch, progress: Progress): Promise<boolean> {
    return this.#changeHeld(held, progress);
  }

  async end(held: HeldBatch, end: AttemptEnd): Promise<boolean> {
    const row = this.#rows.get(held.id);
    if (row === undefined || (end.leaseUntil !== undefined && end.leaseUntil !== row.leaseUntil)) return false;
    return this.#changeHeld(held, {
      state: end.state,
      failures: row.failures + (end.failed === true ? 1 : 0),
      reason: end.reason,
      endedAt: end.state !== 'waiting' && isFinal(end.state) ? end.now : undefined,
      expiresAt: end.expiresAt,
      notBefore: end.notBefore ?? row.notBefore,
      recordCount: end.recordCount ?? 0,
      rawBytes: end.rawBytes ?? 0,
      errorCount: end.errorCount ?? 0,
      storedBytes: row.inputBytes + (end.storedBytes ?? 0),
      changeCursor: end.changeCursor,
      removedCount: end.removedCount ?? 0,
      removedBytes: end.removedBytes ?? 0,
      snapshotAt: end.snapshotAt ?? row.snapshotAt,
      selection: end.selection,
      recordsExpected: end.recordCount ?? row.recordsExpected,
      leaseOwner: undefined,
      leaseUntil: undefined,
    });
  }

  async cancel(id: number, { now, expiresAt, unbegun = false }: Cancellation): Promise<boolean> {
    const row = this.#rows.get(id);
    if (row === undefined || isFinal(row.state) || (unbegun && row.attempt > 0)) return false;
    this.#change(row, { state: 'cancelled', endedAt: now, expiresAt, leaseOwner: undefined, leaseUntil: undefined });
    return true;
  }

  async setExpiry(id: number, { now, expiresAt }: { now: number; expiresAt: number }): Promise<boolean> {
    const row = this.#rows.get(id);
    if (row?.expiresAt === undefined || hasExpired(row, now)) return false;
    this.#change(row, { expiresAt });
    return true;
  }

  async keepForReaders(id: number, until: number): Promise<void> {
    const row = this.#rows.get(id);
    if (row !== undefined) this.#change(row, { readingUntil: Math.max(until, row.readingUntil ?? 0) });
  }

  async noteReads(reads: readonly BatchRead[]): Promise<void> {
    for (const { id, at } of reads) {
      const row = this.#rows.get(id);
      if (row !== undefined) this.#change(row, { lastReadAt: Math.max(at, row.lastReadAt ?? 0) });
    }
  }

  async noteReadings(readings: readonly Reading[]): Promise<void> {
    for (const reading of readings) {
      if (!this.#rows.has(reading.batchId)) continue;
      const key = JSON.stringify([reading.batchId, reading.clientId, reading.userId]);
      const known = this.#readings.get(key);
      this.#readings.set(key, known === undefined ? reading : joinReadings(known, reading));
    }
  }

  async readingsOf(id: number, limit: number): Promise<readonly Reading[]> {
    return [...this.#readings.values()]
      .filter(({ batchId }) => batchId === id)
      .toSorted((one, other) => other.lastAt - one.lastAt)
      .slice(0, limit);
  }

  async removable(limits: { expiredBefore: number; now: number; limit: number }): Promise<readonly Batch[]> {
    return this.#all()
      .filter((row) => hasExpired(row, limits.expiredBefore) && (row.readingUntil ?? 0) <= limits.now)
      .toSorted((a, b) => a.expiresAt! - b.expiresAt!)
      .slice(0, limits.limit);
  }

  async remove(id: number, rowUntil?: number): Promise<void> {
    const row = this.#rows.get(id);
    if (row?.expiresAt === undefined) return;
    if (rowUntil !== undefined) {
      const isLong = JSON.stringify(row.criteria).length > keptCriteriaLength;
      this.#kept.set(id, { batch: isLong ? { ...row, criteria: undefined } : row, until: rowUntil });
    }
    this.#rows.delete(id);
    this.#inputs.delete(id);
    if (rowUntil === undefined) this.#forgetReadings(id);
  }

  #forgetReadings(id: number): void {
    for (const [key, { batchId }] of this.#readings) if (batchId === id) this.#readings.delete(key);
  }

  async forgetRows(now: number, limit: number): Promise<number> {
    const over = [...this.#kept].filter(([, { until }]) => until <= now).slice(0, limit);
    for (const [id] of over) {
      this.#kept.delete(id);
      this.#forgetReadings(id);
    }
    return over.length;
  }

  /** Nothing has to be deleted, because this store has no separate entries for owners. */
  async forgetOwners(): Promise<undefined> {
    return undefined;
  }

  async counts(): Promise<{ readonly waiting: number; readonly processing: number }> {
    const count = (state: Batch['state']) => this.#all().filter((row) => row.state === state).length;
    return { waiting: count('waiting'), processing: count('processing') };
  }

  async countsByFunction(): Promise<readonly FunctionCount[]> {
    const names = new Set(this.#all().map(({ functionName }) => functionName));
    return (['waiting', 'processing'] as const).flatMap((state) =>
      [...names].flatMap((functionName) => {
        const count = this.#all().filter((row) => row.state === state && row.functionName === functionName).length;
        return count === 0 ? [] : [{ functionName, state, count }];
      }),
    );
  }

  async oldestWaitingSince(): Promise<number | undefined> {
    return this.#all().find((row) => row.state === 'waiting')?.requestedAt;
  }

  #assertWithinLimits({ memberCode, clientId, input = [], limits, requestedAt }: NewBatch): void {
    if (limits === undefined) return;
    const ofMember = this.#all().filter((row) => row.memberCode === memberCode);
    const unfinished = ofMember.filter((row) => row.clientId === clientId && !isFinal(row.state)).length;
    if (unfinished >= limits.unfinishedPerOwner) {
      const endedLately = ofMember.filter(
        (row) => row.clientId === clientId && (row.endedAt ?? 0) > requestedAt - endsCountedMs,
      );
      throw tooManyBatches(limits, endedLately.length);
    }
    const stored = ofMember.reduce((sum, row) => sum + row.storedBytes, bytesOf(input));
    if (stored >= limits.storedBytesPerMember) {
      const expiries = ofMember.flatMap(({ storedBytes, expiresAt = 0 }) => (storedBytes > 0 ? [expiresAt] : []));
      const firstExpiry = Math.min(...expiries.filter((at) => at > 0));
      throw tooMuchStored(limits, Number.isFinite(firstExpiry) ? firstExpiry - requestedAt : 0);
    }
  }

  #all(): Row[] {
    return [...this.#rows.values()];
  }

  #knownKey(batch: NewBatch): AddedBatch | undefined {
    const known = this.#withKeyOf(batch);
    if (known === undefined) return undefined;
    const isSame = known.idempotency?.digest === batch.idempotency?.digest;
    return { id: known.id, outcome: isSame ? 'repeated' : 'mismatch' };
  }

  #withKeyOf({ memberCode, clientId, functionName, idempotency, requestedAt }: NewBatch): Row | undefined {
    if (idempotency === undefined) return undefined;
    const hasKey = (row: Pick<Row, 'memberCode' | 'clientId' | 'functionName' | 'idempotency'>) =>
      row.idempotency?.key === idempotency.key &&
      isOwned(row, { memberCode, clientId }) &&
      row.functionName === functionName;
    const own = this.#all().find((row) => hasKey(row) && !hasExpired(row, requestedAt));
    if (own !== undefined) return own;
    const bound = this.#boundKeys.find(
      (key) => hasKey(key) && this.#rows.has(key.batchId) && !hasExpired(this.#rows.get(key.batchId)!, requestedAt),
    );
    return bound && { ...this.#rows.get(bound.batchId)!, idempotency: bound.idempotency };
  }

  #runningOf({ memberCode }: Row): number {
    return this.#all().filter((row) => row.memberCode === memberCode && row.state === 'processing').length;
  }

  #isClaimable(row: Row, claim: Claim): boolean {
    return row.state === 'waiting' && row.notBefore <= claim.now && this.#runningOf(row) < claim.runningPerMember;
  }

  #take(row: Row, claim: Claim): Batch {
    this.#served.set(row.memberCode, ++this.#turns);
    return this.#change(row, {
      state: 'processing',
      attempt: row.attempt + 1,
      leaseOwner: claim.owner,
      leaseUntil: claim.leaseUntil,
      startedAt: claim.now,
      recordCount: 0,
      recordsExpected: undefined,
      snapshotAt: undefined,
    });
  }

  #changeHeld({ id, attempt }: HeldBatch, change: Partial<Row>): boolean {
    const row = this.#rows.get(id);
    if (row?.state !== 'processing' || row.attempt !== attempt) return false;
    this.#change(row, change);
    return true;
  }

  #change(row: Row, change: Partial<Row>): Batch {
    const changed = { ...row, ...change };
    this.#rows.set(row.id, changed);
    return changed;
  }
}

const emptyBatch = {
  state: 'waiting',
  attempt: 0,
  failures: 0,
  startedAt: undefined,
  endedAt: undefined,
  snapshotAt: undefined,
  expiresAt: undefined,
  lastReadAt: undefined,
  leaseOwner: undefined,
  leaseUntil: undefined,
  recordCount: 0,
  recordsExpected: undefined,
  rawBytes: 0,
  errorCount: 0,
  changeCursor: undefined,
  removedCount: 0,
  removedBytes: 0,
  reason: undefined,
  readingUntil: undefined,
  selection: undefined,
} as const;

function bytesOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

function isOwned(row: BatchOwner, owner: BatchOwner): boolean {
  return row.memberCode === owner.memberCode && row.clientId === owner.clientId;
}

function hasExpired({ expiresAt }: Batch, now: number): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}
