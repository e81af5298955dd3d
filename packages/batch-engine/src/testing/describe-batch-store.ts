import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Batch, BatchOwner } from '../batch/batch.js';
import { type BatchState, batchTransitions } from '../batch/batch-state.js';
import {
  type AttemptEnd,
  type BatchStore,
  type Claim,
  keptCriteriaLength,
  type NewBatch,
  type Reading,
} from '../storage/batch-store.js';

const start = Date.UTC(2026, 3, 1);
const leaseMs = 15_000;

/**
 * Tests that every adapter of `BatchStore` must pass.
 *
 * @param make answers an empty store; called before each test
 * @example describeBatchStore('memory', async () => new MemoryBatchStore());
 */
export function describeBatchStore(name: string, make: () => Promise<BatchStore>): void {
  describe(`BatchStore: ${name}`, () => {
    let store: BatchStore;
    beforeEach(async () => {
      store = await make();
    });

    const add = async (batch: Partial<NewBatch> = {}) => (await store.add(aNewBatch(batch))).id;
    /** Claims the next batch in turn, and checks that it is the given batch. */
    const claim = async (id: number, asked: Partial<Claim> = {}): Promise<Batch> => {
      const batch = await store.claimNext(aClaim({ runningPerMember: 100, ...asked }));
      expect(batch?.id).toBe(id);
      return batch!;
    };
    const addAndClaim = async (batch: Partial<NewBatch> = {}): Promise<Batch> =>
      claim(await add(batch), batch.functionName === undefined ? {} : { functionNames: [batch.functionName] });
    const readBack = async (id: number) => (await store.readInput(id)).map((piece) => [...piece]);
    const addFinished = async (expiresAt: number): Promise<number> => {
      const held = await addAndClaim();
      await store.end(held, { state: 'finished', now: start, expiresAt, recordCount: 1 });
      return held.id;
    };
    /** Returns the facts that are kept about a removed batch with these criteria. */
    const removedWith = async (criteria: unknown): Promise<Batch | undefined> => {
      const held = await addAndClaim({ criteria });
      await store.end(held, { state: 'failed', now: start, expiresAt: start, reason: 'why' });
      await store.remove(held.id, start + 10);
      return store.findRemoved(held.id, start);
    };
    /** Makes a batch and brings it into a state by allowed steps. */
    const batchIn = async (state: BatchState): Promise<Batch> => {
      const id = await add();
      if (state !== 'waiting') await claim(id);
      if (state !== 'waiting' && state !== 'processing') {
        await store.end({ id, attempt: 1 }, { state, now: start + 10, expiresAt: start + 1000, reason: 'why' });
      }
      return (await store.find(id))!;
    };

    describe('findReusable', () => {
      const asked = {
        functionName: 'letters',
        memberCode: 'M1',
        clientId: 'C1',
        selection: 's',
        snapshotFrom: start - 60_000,
        now: start,
      };
      const addSelected = async (end: Partial<AttemptEnd> = {}, batch: Partial<NewBatch> = {}) => {
        const held = await addAndClaim(batch);
        const ended = { now: start, expiresAt: start + 1_000, snapshotAt: start - 60_000, selection: 's' } as const;
        await store.end(held, { state: 'finished', ...ended, recordCount: 1, ...end });
        return held.id;
      };

      it('finds the newest of the batches with the same selection, one without data too', async () => {
        await addSelected({ snapshotAt: start - 50_000 });
        const newest = await addSelected({ snapshotAt: start - 10, state: 'empty' });
        await addSelected({ snapshotAt: start - 20 });
        expect(await store.findReusable(asked)).toMatchObject({ id: newest, snapshotAt: start - 10, state: 'empty' });
      });

      it.each([
        ['another member', {}, { memberCode: 'M2' }],
        ['another client', {}, { clientId: 'C2' }],
        ['another function', {}, { functionName: 'numbers' }],
        ['another selection', { selection: 't' }, {}],
        ['no selection', { selection: undefined }, {}],
        ['an older snapshot', { snapshotAt: start - 60_001 }, {}],
        ['an expired batch', { expiresAt: start }, {}],
      ] as const)('finds nothing of %s', async (_, end, batch) => {
        await addSelected(end, batch);
        expect(await store.findReusable(asked)).toBeUndefined();
      });

      it('finds nothing that has not ended', async () => {
        const held = await addAndClaim();
        await store.renew(held, { leaseUntil: start, recordCount: 1, recordsExpected: 2, snapshotAt: start });
        expect(await store.findReusable(asked)).toBeUndefined();
      });
    });

    describe('bindKey', () => {
      const idempotency = { key: 'k', digest: 'd' };
      const another = { key: 'k', digest: 'e' };

      it('makes repeats of the key answer the batch, and adds none', async () => {
        const id = await addFinished(start + 1_000);
        expect(await store.bindKey(id, aNewBatch({ idempotency }))).toEqual({ id, outcome: 'added' });
        expect(await store.add(aNewBatch({ idempotency }))).toEqual({ id, outcome: 'repeated' });
        expect(await store.add(aNewBatch({ idempotency: another }))).toEqual({ id, outcome: 'mismatch' });
        expect(await store.bindKey(id, aNewBatch({ idempotency }))).toEqual({ id, outcome: 'repeated' });
        expect(await store.bindKey(id, aNewBatch({ idempotency: another }))).toEqual({ id, outcome: 'mismatch' });
        expect(await store.counts()).toEqual({ waiting: 0, processing: 0 });
        expect(await store.list({ memberCode: 'M1', clientId: 'C1' }, { limit: 10, now: start })).toHaveLength(1);
      });

      it('leaves a key where it is', async () => {
        const id = await addFinished(start + 1_000);
        const first = await store.add(aNewBatch({ idempotency }));
        expect(await store.bindKey(id, aNewBatch({ idempotency }))).toEqual({ id: first.id, outcome: 'repeated' });
      });

      it.each([{ memberCode: 'M2' }, { clientId: 'C2' }, { functionName: 'numbers' }])(
        'keeps keys apart per member, client and function: %j',
        async (other) => {
          const id = await addFinished(start + 1_000);
          await store.bindKey(id, aNewBatch({ idempotency }));
          expect((await store.add(aNewBatch({ idempotency, ...other }))).outcome).toBe('added');
        },
      );

      it('frees the key when the batch has expired or was removed', async () => {
        const id = await addFinished(start + 10);
        await store.bindKey(id, aNewBatch({ idempotency }));
        expect((await store.add(aNewBatch({ idempotency, requestedAt: start + 9 }))).outcome).toBe('repeated');
        await store.remove(id);
        const next = await addFinished(start + 10);
        expect(await store.bindKey(next, aNewBatch({ idempotency, requestedAt: start + 9 }))).toEqual({
          id: next,
          outcome: 'added',
        });
        expect((await store.add(aNewBatch({ idempotency, requestedAt: start + 10 }))).outcome).toBe('added');
      });

      it('gives a key to only one batch, even when many requests come at once', async () => {
        const id = await addFinished(start + 1_000);
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, n) =>
            n % 2 === 0 ? store.add(aNewBatch({ idempotency })) : store.bindKey(id, aNewBatch({ idempotency })),
          ),
        );
        expect(new Set(answers.map((answer) => answer.id)).size).toBe(1);
        expect(answers.filter(({ outcome }) => outcome === 'added')).toHaveLength(1);
      });
    });

    describe('endedAmong', () => {
      it.each<[BatchState, boolean]>([
        ['waiting', false],
        ['processing', false],
        ['finished', true],
        ['empty', true],
        ['cancelled', true],
        ['failed', true],
      ])('of a batch that is %s: %p', async (state, isEnded) => {
        const { id } = state === 'cancelled' ? await batchIn('waiting') : await batchIn(state);
        if (state === 'cancelled') await store.cancel(id, { now: start, expiresAt: start + 1_000 });
        expect(await store.endedAmong([id, 123_456])).toEqual(isEnded ? [id] : []);
      });

      it('returns the batches among many that have ended, and nothing for no numbers', async () => {
        const [first, second] = [await addFinished(start + 1_000), await addFinished(start + 1_000)];
        const waiting = await add();
        expect(new Set(await store.endedAmong([first, waiting, second]))).toEqual(new Set([first, second]));
        expect(await store.endedAmong([])).toEqual([]);
      });
    });

    describe('untold', () => {
      it('returns ended batches in the order of their ends, until these ends are noted as reported', async () => {
        const [first, second] = [await addAndClaim(), await addAndClaim()];
        const cancelled = await add();
        await add();
        await store.end(second, { state: 'empty', now: start + 1, expiresAt: start + 100 });
        await store.end(first, { state: 'failed', now: start + 2, expiresAt: start + 100, reason: 'why' });
        await store.cancel(cancelled, { now: start + 3, expiresAt: start + 100 });
        const ids = async (limit = 10) => (await store.untold(limit)).map(({ id }) => id);
        expect(await ids()).toEqual([second.id, first.id, cancelled]);
        expect(await ids(1)).toEqual([second.id]);
        await store.noteTold([second.id, cancelled]);
        expect(await ids()).toEqual([first.id]);
      });

      it('has an identity that stays the same', async () => {
        expect(await store.identity()).toMatch(/^[0-9a-f-]{36}$/);
        expect(await store.identity()).toBe(await store.identity());
      });
    });

    describe('add', () => {
      it('makes a waiting batch with the given values', async () => {
        const id = await add({ criteria: { 商品: ['a', 1, null] } });
        expect(await store.find(id)).toEqual({
          id,
          functionName: 'letters',
          memberCode: 'M1',
          clientId: 'C1',
          criteria: { 商品: ['a', 1, null] },
          state: 'waiting',
          attempt: 0,
          failures: 0,
          requestedAt: start,
          notBefore: 0,
          startedAt: undefined,
          endedAt: undefined,
          snapshotAt: undefined,
          expiresAt: undefined,
          leaseOwner: undefined,
          leaseUntil: undefined,
          recordCount: 0,
          recordsExpected: undefined,
          rawBytes: 0,
          errorCount: 0,
          inputBytes: 0,
          storedBytes: 0,
          changesSince: undefined,
          changeCursor: undefined,
          removedCount: 0,
          removedBytes: 0,
          reason: undefined,
        });
        const ofChanges = await store.find(await add({ changesSince: 'cursor' }));
        expect(ofChanges).toMatchObject({ changesSince: 'cursor', changeCursor: undefined });
      });

      it('gives increasing ids, each to its own request, also when many come at once', async () => {
        const members = Array.from({ length: 130 }, (_, n) => `M${n}`);
        const ids = await Promise.all(members.map((memberCode) => add({ memberCode })));
        expect(new Set(ids).size).toBe(130);
        const found = await Promise.all(ids.map((id) => store.find(id)));
        expect(found.map((batch) => batch?.memberCode)).toEqual(members);
        expect(await add()).toBeGreaterThan(Math.max(...ids));
      });

      it('answers a repeated key with the first batch, and reports if the body is different', async () => {
        const first = await store.add(aNewBatch({ idempotency: { key: 'k', digest: 'd' } }));
        const again = await store.add(aNewBatch({ idempotency: { key: 'k', digest: 'd' } }));
        const other = await store.add(aNewBatch({ idempotency: { key: 'k', digest: 'e' } }));
        expect([first, again, other]).toEqual([
          { id: first.id, outcome: 'added' },
          { id: first.id, outcome: 'repeated' },
          { id: first.id, outcome: 'mismatch' },
        ]);
      });

      it('answers simultaneous repeats with one batch', async () => {
        const results = await Promise.all(
          Array.from({ length: 20 }, () => store.add(aNewBatch({ idempotency: { key: 'k', digest: 'd' } }))),
        );
        expect(new Set(results.map(({ id }) => id)).size).toBe(1);
        expect(results.filter(({ outcome }) => outcome === 'added')).toHaveLength(1);
      });

      it.each([{ memberCode: 'M2' }, { clientId: 'C2' }, { functionName: 'numbers' }])(
        'keeps keys apart per member, client and function: %j',
        async (other) => {
          const idempotency = { key: 'k', digest: 'd' };
          const first = await store.add(aNewBatch({ idempotency }));
          const second = await store.add(aNewBatch({ idempotency, ...other }));
          expect(second.outcome).toBe('added');
          expect(second.id).not.toBe(first.id);
        },
      );

      it('gives a key free when its batch has expired', async () => {
        const idempotency = { key: 'k', digest: 'd' };
        const { id } = await store.add(aNewBatch({ idempotency }));
        await store.cancel(id, { now: start, expiresAt: start + 10 });
        const before = await store.add(aNewBatch({ idempotency, requestedAt: start + 9 }));
        const after = await store.add(aNewBatch({ idempotency, requestedAt: start + 10 }));
        const again = await store.add(aNewBatch({ idempotency, requestedAt: start + 11 }));
        expect(before).toEqual({ id, outcome: 'repeated' });
        expect(after.outcome).toBe('added');
        expect(again).toEqual({ id: after.id, outcome: 'repeated' });
      });
    });

    describe('findKey', () => {
      const idempotency = { key: 'k', digest: 'd' };

      it('finds the batch of a key, without adding anything', async () => {
        expect(await store.findKey(aNewBatch())).toBeUndefined();
        expect(await store.findKey(aNewBatch({ idempotency }))).toBeUndefined();
        const { id, outcome } = await store.add(aNewBatch({ idempotency }));
        expect(outcome).toBe('added');
        expect(await store.findKey(aNewBatch({ idempotency }))).toEqual({ id, outcome: 'repeated' });
        const another = { key: 'k', digest: 'e' };
        expect(await store.findKey(aNewBatch({ idempotency: another }))).toEqual({ id, outcome: 'mismatch' });
        expect(await store.findKey(aNewBatch({ idempotency: { key: 'l', digest: 'd' } }))).toBeUndefined();
      });

      it.each([{ memberCode: 'M2' }, { clientId: 'C2' }, { functionName: 'numbers' }])(
        'keeps keys apart per member, client and function: %j',
        async (other) => {
          await store.add(aNewBatch({ idempotency }));
          expect(await store.findKey(aNewBatch({ idempotency, ...other }))).toBeUndefined();
        },
      );

      it('finds a key that was bound to a batch, and none whose batch has expired', async () => {
        const id = await add();
        await store.bindKey(id, aNewBatch({ idempotency }));
        await store.cancel(id, { now: start, expiresAt: start + 10 });
        const asked = (requestedAt: number) => store.findKey(aNewBatch({ idempotency, requestedAt }));
        expect(await asked(start + 9)).toEqual({ id, outcome: 'repeated' });
        expect(await asked(start + 10)).toBeUndefined();
        const own = await store.add(aNewBatch({ idempotency, requestedAt: start + 10 }));
        await store.cancel(own.id, { now: start + 10, expiresAt: start + 20 });
        expect(await asked(start + 19)).toEqual({ id: own.id, outcome: 'repeated' });
        expect(await asked(start + 20)).toBeUndefined();
      });
    });

    describe('input', () => {
      const input = [Uint8Array.of(1, 0, 255), new Uint8Array(100_000).fill(7)];

      it('is kept in its pieces beside the batch, and removed with it', async () => {
        const [id, other] = [await add({ input }), await add({ input: [Uint8Array.of(9)] })];
        const without = await add();
        expect(await store.find(id)).toMatchObject({ inputBytes: 100_003, storedBytes: 100_003 });
        expect(await readBack(id)).toEqual(input.map((piece) => [...piece]));
        expect(await readBack(without)).toEqual([]);
        await store.remove(id);
        expect(await readBack(id)).toHaveLength(2);
        await store.cancel(id, { now: start, expiresAt: start });
        await store.remove(id);
        expect(await readBack(id)).toEqual([]);
        expect(await readBack(other)).toEqual([[9]]);
      });

      it('belongs to its own request, even when many requests come at once', async () => {
        const ids = await Promise.all(
          Array.from({ length: 60 }, (_, n) => add(n % 3 === 0 ? {} : { input: [Uint8Array.of(n)] })),
        );
        for (const [n, id] of ids.entries()) expect(await readBack(id)).toEqual(n % 3 === 0 ? [] : [[n]]);
      });

      it('of a repeat is not kept', async () => {
        const idempotency = { key: 'k', digest: 'd' };
        const { id } = await store.add(aNewBatch({ idempotency, input: [Uint8Array.of(1)] }));
        expect(await store.add(aNewBatch({ idempotency, input }))).toEqual({ id, outcome: 'repeated' });
        const other = { key: 'k', digest: 'e' };
        expect(await store.add(aNewBatch({ idempotency: other, input }))).toEqual({ id, outcome: 'mismatch' });
        expect(await readBack(id)).toEqual([[1]]);
        expect(await store.find(id)).toMatchObject({ storedBytes: 1 });
      });

      it('counts among the stored bytes of its batch and of its member', async () => {
        const limits = { unfinishedPerOwner: 10, storedBytesPerMember: 100 };
        const tryBytes = (length: number) =>
          outcomes([store.add(aNewBatch({ limits, input: [new Uint8Array(length)] }))]);
        await expect(store.add(aNewBatch({ limits, input }))).rejects.toMatchObject({
          code: 'too-much-stored',
          retryAfterSeconds: 1,
        });
        const held = await addAndClaim({ input: [new Uint8Array(30)] });
        await store.end(held, { state: 'waiting', now: start });
        await claim(held.id);
        const attempt = { id: held.id, attempt: 2 };
        await store.end(attempt, {
          state: 'finished',
          now: start,
          expiresAt: start + 1000,
          recordCount: 1,
          storedBytes: 40,
        });
        expect(await store.find(held.id)).toMatchObject({ inputBytes: 30, storedBytes: 70 });
        expect(await tryBytes(30)).toMatchObject({ added: 0 });
        expect(await tryBytes(29)).toMatchObject({ added: 1 });
        await store.remove(held.id);
        expect(await tryBytes(70)).toMatchObject({ added: 1 });
        expect(await tryBytes(1)).toMatchObject({ added: 0 });
      });
    });

    describe('limits', () => {
      const limits = { unfinishedPerOwner: 10, storedBytesPerMember: Number.POSITIVE_INFINITY };

      it('are never exceeded when many batches arrive at once', async () => {
        const { added, refusals } = await outcomes(
          Array.from({ length: 130 }, (_, n) => store.add(aNewBatch({ limits, clientId: n % 2 === 0 ? 'C1' : 'C2' }))),
        );
        expect(added).toBe(20);
        expect(refusals).toEqual(Array(110).fill(expect.objectContaining({ code: 'too-many-batches' })));
        expect(await store.counts()).toEqual({ waiting: 20, processing: 0 });
      });

      it('count waiting and running batches, but not ended batches', async () => {
        const held: Batch[] = [];
        for (let n = 0; n < 10; n++) held.push(await addAndClaim());
        await store.end(held[0]!, { state: 'waiting', now: start });
        const tryOnce = () => outcomes([store.add(aNewBatch({ limits }))]);
        expect(await tryOnce()).toMatchObject({ added: 0 });
        await store.end(held[1]!, { state: 'finished', now: start, expiresAt: start + 1000 });
        expect(await tryOnce()).toMatchObject({ added: 1 });
        expect(await tryOnce()).toMatchObject({ added: 0 });
        await store.cancel(held[0]!.id, { now: start, expiresAt: start });
        await store.cancel(held[2]!.id, { now: start, expiresAt: start });
        await store.remove(held[0]!.id);
        expect(await outcomes([1, 2, 3].map(() => store.add(aNewBatch({ limits }))))).toMatchObject({ added: 2 });
      });

      it('accept a repeated key, and forget a new key if its batch is refused', async () => {
        const first = { key: 'first', digest: 'd' };
        const { id } = await store.add(aNewBatch({ limits, idempotency: first }));
        for (let n = 1; n < 10; n++) await add();
        const late = aNewBatch({ limits, idempotency: { key: 'late', digest: 'd' } });
        expect(await outcomes([store.add(late), store.add(late)])).toMatchObject({ added: 0 });
        expect(await store.add(aNewBatch({ limits, idempotency: first }))).toEqual({ id, outcome: 'repeated' });
        await store.cancel(id, { now: start, expiresAt: start + 1000 });
        expect(await store.add(late)).toMatchObject({ outcome: 'added' });
      });

      it.each([
        [0, 60],
        [3, 20],
        [9, 7],
      ])('predict when a batch ends: %i in the last minute, %i seconds', async (ended, retryAfterSeconds) => {
        const endAt = async (now: number) =>
          store.end(await addAndClaim(), { state: 'empty', now, expiresAt: start + 1000 });
        await endAt(start - 60_000);
        for (let n = 0; n < ended; n++) await endAt(start - n);
        for (let n = 0; n < 10; n++) await add();
        await expect(store.add(aNewBatch({ limits }))).rejects.toMatchObject({ retryAfterSeconds });
      });

      it('bound the bytes that a member has stored, until they are removed', async () => {
        const bound = { unfinishedPerOwner: 10, storedBytesPerMember: 100 };
        const finish = async (clientId: string, expiresAt: number, storedBytes: number) => {
          const held = await addAndClaim({ clientId });
          await store.end(held, { state: 'finished', now: start, expiresAt, recordCount: 1, rawBytes: 1, storedBytes });
          return held.id;
        };
        const first = await finish('C1', start + 5_500, 60);
        await finish('C2', start + 9_000, 39);
        const unclaimed = aNewBatch({ limits: bound, functionName: 'numbers' });
        expect(await outcomes([store.add(unclaimed)])).toMatchObject({ added: 1 });
        await finish('C2', start + 7_000, 1);
        await expect(store.add(aNewBatch({ limits: bound }))).rejects.toMatchObject({
          code: 'too-much-stored',
          retryAfterSeconds: 6,
        });
        expect(await outcomes([store.add(aNewBatch({ limits: bound, memberCode: 'M2' }))])).toMatchObject({ added: 1 });
        await store.remove(first);
        expect(await outcomes([store.add(aNewBatch({ limits: bound }))])).toMatchObject({ added: 1 });
      });
    });

    describe('find and list', () => {
      it('finds nothing where nothing is', async () => {
        expect(await store.find(4711)).toBeUndefined();
      });

      it('lists the batches of one owner, newest first, page by page, without expired ones', async () => {
        const ids = [await add(), await add(), await add(), await add()];
        await add({ memberCode: 'M2' });
        await add({ clientId: 'C2' });
        await store.cancel(ids[1]!, { now: start, expiresAt: start + 5 });
        const owner = { memberCode: 'M1', clientId: 'C1' };
        const first = await store.list(owner, { limit: 2, now: start + 5 });
        const rest = await store.list(owner, { limit: 2, now: start + 5, before: first.at(-1)!.id });
        expect([...first, ...rest].map(({ id }) => id)).toEqual([ids[3], ids[2], ids[0]]);
      });

      it('lists the batches of all clients of a member for readers that may see them, and for no others', async () => {
        const ids = [await add(), await add({ clientId: 'C2' }), await add()];
        await add({ memberCode: 'M2' });
        const reader = { memberCode: 'M1', clientId: 'C3', memberWide: true };
        const first = await store.list(reader, { limit: 2, now: start });
        const rest = await store.list(reader, { limit: 2, now: start, before: first.at(-1)!.id });
        expect([...first, ...rest].map(({ id, clientId }) => [id, clientId])).toEqual([
          [ids[2], 'C1'],
          [ids[1], 'C2'],
          [ids[0], 'C1'],
        ]);
      });

      it('counts the batches of a member that wait before a batch, and all waiting and running batches', async () => {
        const [first, , third] = [await add(), await add(), await add()];
        await claim(first);
        await store.cancel(await add({ memberCode: 'M2' }), { now: start, expiresAt: start });
        expect(await store.countWaitingBefore(third)).toBe(1);
        expect(await store.countWaitingBefore(await add({ memberCode: 'M3' }))).toBe(0);
        expect(await store.counts()).toEqual({ waiting: 3, processing: 1 });
      });

      it('keeps the trace of a request for its attempts', async () => {
        const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
        const traced = await add({ trace });
        const untraced = await add();
        expect((await claim(traced)).trace).toBe(trace);
        expect((await store.find(untraced))?.trace).toBeUndefined();
      });

      it('counts waiting and running batches by function', async () => {
        expect(await store.countsByFunction()).toEqual([]);
        await addFinished(start + 1_000);
        await addAndClaim({ functionName: 'g' });
        await add({ functionName: 'g' });
        await add({ functionName: 'h', memberCode: 'M2' });
        await add({ functionName: 'h', memberCode: 'M3' });
        const counts = await store.countsByFunction();
        expect(
          counts.toSorted((a, b) => `${a.functionName}${a.state}`.localeCompare(`${b.functionName}${b.state}`)),
        ).toEqual([
          { functionName: 'g', state: 'processing', count: 1 },
          { functionName: 'g', state: 'waiting', count: 1 },
          { functionName: 'h', state: 'waiting', count: 2 },
        ]);
      });

      it('returns the time since which the oldest batch has waited', async () => {
        expect(await store.oldestWaitingSince()).toBeUndefined();
        const first = await add({ requestedAt: start - 2_000 });
        await add({ memberCode: 'M2', requestedAt: start - 1_000 });
        expect(await store.oldestWaitingSince()).toBe(start - 2_000);
        await claim(first);
        expect(await store.oldestWaitingSince()).toBe(start - 1_000);
      });
    });

    describe('claimNext', () => {
      it('answers nothing where nothing waits', async () => {
        expect(await store.claimNext(aClaim())).toBeUndefined();
      });

      it('takes the oldest batch under a new attempt', async () => {
        const id = await add();
        await add();
        expect(await store.claimNext(aClaim({ now: start + 7 }))).toMatchObject({
          id,
          state: 'processing',
          attempt: 1,
          leaseOwner: 'W1',
          leaseUntil: start + leaseMs,
          startedAt: start + 7,
        });
      });

      it('does not take a batch that is not yet due, that it cannot run, or that is not waiting', async () => {
        const paused = await addAndClaim();
        await store.end(paused, { state: 'waiting', now: start, notBefore: start + 1 });
        await add({ functionName: 'numbers' });
        await addAndClaim();
        expect(await store.claimNext(aClaim())).toBeUndefined();
        expect(await store.claimNext(aClaim({ functionNames: [] }))).toBeUndefined();
        expect(await store.claimNext(aClaim({ functionNames: ['letters', 'numbers'] }))).toMatchObject({
          functionName: 'numbers',
        });
        expect(await claim(paused.id, { now: start + 1 })).toMatchObject({ attempt: 2 });
      });

      it('takes a new batch although the clock was set back since', async () => {
        expect(await claim(await add({ requestedAt: start + 3_600_000 }))).toMatchObject({ attempt: 1 });
      });

      it('takes turns between members, however many batches one of them has', async () => {
        for (let n = 0; n < 6; n++) await add({ memberCode: 'greedy' });
        await add({ memberCode: 'modest' });
        const order: string[] = [];
        for (let n = 0; n < 3; n++) {
          const batch = (await store.claimNext(aClaim()))!;
          order.push(batch.memberCode);
          await store.end(batch, { state: 'empty', now: start, expiresAt: start + 10 });
        }
        expect(order).toEqual(['greedy', 'modest', 'greedy']);
      });

      it('prefers the member with fewer running batches', async () => {
        await addAndClaim({ memberCode: 'busy' });
        await addAndClaim({ memberCode: 'busy' });
        await addAndClaim({ memberCode: 'calm' });
        await add({ memberCode: 'busy' });
        await add({ memberCode: 'calm' });
        expect(await store.claimNext(aClaim({ runningPerMember: 10 }))).toMatchObject({ memberCode: 'calm' });
      });

      it('keeps to the limit of a member and serves it again when one of its batches has ended', async () => {
        for (let n = 0; n < 3; n++) await add();
        const first = (await store.claimNext(aClaim({ runningPerMember: 2 })))!;
        await store.claimNext(aClaim({ runningPerMember: 2 }));
        expect(await store.claimNext(aClaim({ runningPerMember: 2 }))).toBeUndefined();
        await store.end(first, { state: 'empty', now: start, expiresAt: start + 1 });
        expect(await store.claimNext(aClaim({ runningPerMember: 2 }))).toBeDefined();
      });

      it('never gives one batch to two, nor a member more than its limit, when many claim at once', async () => {
        for (let n = 0; n < 12; n++) await add({ memberCode: `M${n % 3}` });
        const claims = await Promise.all(
          Array.from({ length: 20 }, (_, n) => store.claimNext(aClaim({ owner: `W${n}`, runningPerMember: 2 }))),
        );
        // If several workers try to claim the same batch, some of the calls may return nothing. Later calls return the remaining
        // batches.
        const taken = [...claims];
        for (let n = 0; n < 6; n++) taken.push(await store.claimNext(aClaim({ runningPerMember: 2 })));
        const ids = taken.flatMap((batch) => (batch === undefined ? [] : [batch.id]));
        expect(ids).toHaveLength(6);
        expect(new Set(ids).size).toBe(6);
        expect(await store.counts()).toEqual({ waiting: 6, processing: 6 });
      });
    });

    describe('an attempt', () => {
      it('renews its lease and notes its progress', async () => {
        const held = await addAndClaim();
        const progress = { leaseUntil: start + 99, recordCount: 5, recordsExpected: 7, snapshotAt: start + 1 };
        expect(await store.renew(held, progress)).toBe(true);
        expect(await store.find(held.id)).toMatchObject({ ...progress, state: 'processing' });
        expect(await store.running()).toEqual([expect.objectContaining({ id: held.id, leaseUntil: start + 99 })]);
      });

      it('finishes with its totals', async () => {
        const held = await addAndClaim();
        const totals = {
          recordCount: 3,
          errorCount: 2,
          rawBytes: 300,
          storedBytes: 30,
          changeCursor: 'now',
          removedCount: 4,
          removedBytes: 40,
        };
        const end = { state: 'finished', now: start + 20, expiresAt: start + 50, ...totals } as const;
        expect(await store.end(held, end)).toBe(true);
        expect(await store.find(held.id)).toMatchObject({
          state: 'finished',
          ...totals,
          endedAt: start + 20,
          expiresAt: start + 50,
          failures: 0,
          leaseOwner: undefined,
          leaseUntil: undefined,
        });
      });

      it('fails with a reason', async () => {
        const held = await addAndClaim();
        await store.end(held, { state: 'failed', now: start, expiresAt: start + 50, failed: true, reason: 'no data' });
        expect(await store.find(held.id)).toMatchObject({ state: 'failed', failures: 1, reason: 'no data' });
      });

      it('goes back to waiting, and the next attempt has a greater number', async () => {
        const held = await addAndClaim();
        await store.renew(held, { leaseUntil: start, recordCount: 5, recordsExpected: 7, snapshotAt: start });
        expect(await store.end(held, { state: 'waiting', now: start, notBefore: start + 5, failed: true })).toBe(true);
        expect(await store.find(held.id)).toMatchObject({ state: 'waiting', failures: 1, endedAt: undefined });
        expect(await store.claimNext(aClaim({ now: start + 4 }))).toBeUndefined();
        expect(await store.claimNext(aClaim({ now: start + 5 }))).toMatchObject({
          id: held.id,
          attempt: 2,
          recordCount: 0,
          recordsExpected: undefined,
          snapshotAt: undefined,
        });
      });

      it('can do nothing once another attempt has the batch', async () => {
        const old = await addAndClaim();
        await store.end(old, { state: 'waiting', now: start });
        const held = await claim(old.id, { owner: 'W2' });
        const before = await store.find(old.id);
        expect(await store.renew(old, aProgress())).toBe(false);
        expect(await store.end(old, { state: 'finished', now: start, expiresAt: start, recordCount: 1 })).toBe(false);
        expect(await store.find(old.id)).toEqual(before);
        expect(await store.renew(held, aProgress())).toBe(true);
      });

      it('is ended for its lease only while the lease has not been renewed', async () => {
        const held = await addAndClaim();
        await store.renew(held, aProgress({ leaseUntil: start + 77 }));
        const lapse = { state: 'waiting', now: start, failed: true } as const;
        expect(await store.end(held, { ...lapse, leaseUntil: held.leaseUntil })).toBe(false);
        expect(await store.end(held, { ...lapse, leaseUntil: start + 77 })).toBe(true);
      });
    });

    describe('the state table', () => {
      const states = Object.keys(batchTransitions) as BatchState[];
      const ends = batchTransitions.processing.map((state) => state);

      it.each(states.filter((state) => state !== 'processing'))(
        'lets no attempt end a batch that is %s',
        async (from) => {
          for (const state of ends) {
            const batch = await batchIn(from);
            expect(await store.end(batch, { state, now: start, expiresAt: start })).toBe(false);
            expect(await store.renew(batch, aProgress())).toBe(false);
            expect(await store.find(batch.id)).toEqual(batch);
          }
        },
      );

      it.each(states)('cancels only where the table says so: %s', async (from) => {
        const batch = await batchIn(from);
        const allowed = (batchTransitions[from] as readonly BatchState[]).includes('cancelled');
        expect(await store.cancel(batch.id, { now: start + 1, expiresAt: start + 2 })).toBe(allowed);
        const cancelled = { state: 'cancelled', endedAt: start + 1, expiresAt: start + 2 };
        const freed = { leaseOwner: undefined, leaseUntil: undefined };
        expect(await store.find(batch.id)).toEqual(allowed ? { ...batch, ...cancelled, ...freed } : batch);
      });

      it('cancels a batch with `unbegun` only before its first attempt', async () => {
        const cancellation = { now: start, expiresAt: start, unbegun: true };
        const [begun, fresh] = [await addAndClaim(), await add()];
        expect(await store.cancel(begun.id, cancellation)).toBe(false);
        await store.end(begun, { state: 'waiting', now: start });
        expect(await store.cancel(begun.id, cancellation)).toBe(false);
        expect(await store.find(begun.id)).toMatchObject({ state: 'waiting' });
        expect(await store.cancel(fresh, cancellation)).toBe(true);
      });

      it.each(states)('claims only what waits: %s', async (from) => {
        const batch = await batchIn(from);
        const claimed = await store.claimNext(aClaim({ runningPerMember: 9 }));
        expect(claimed?.id).toBe(from === 'waiting' ? batch.id : undefined);
      });
    });

    describe('expiry', () => {
      it('can be set until it has come, and only for final states', async () => {
        const id = await addFinished(start + 10);
        expect(await store.setExpiry(id, { now: start + 9, expiresAt: start + 20 })).toBe(true);
        expect(await store.setExpiry(id, { now: start + 20, expiresAt: start + 30 })).toBe(false);
        expect(await store.find(id)).toMatchObject({ expiresAt: start + 20 });
        expect(await store.setExpiry(await add(), { now: start, expiresAt: start + 1 })).toBe(false);
      });

      it('finds the batches that can be removed: oldest first, expired before the limit, without readers', async () => {
        const [late, early, read, future] = [
          await addFinished(start + 20),
          await addFinished(start + 10),
          await addFinished(start + 5),
          await addFinished(start + 21),
        ];
        await add();
        await store.keepForReaders(read, start + 100);
        await store.keepForReaders(read, start + 50);
        const at = async (now: number, limit = 10) =>
          (await store.removable({ expiredBefore: start + 20, now, limit })).map(({ id }) => id);
        expect(await at(start + 99)).toEqual([early, late]);
        expect(await at(start + 100)).toEqual([read, early, late]);
        expect(await at(start + 99, 1)).toEqual([early]);
        expect(future).toBeGreaterThan(0);
      });

      it('stores the latest read time of each batch that still exists', async () => {
        const [read, unread, gone] = [await addFinished(start), await addFinished(start), await addFinished(start)];
        await store.remove(gone);
        const lastReads = async () => {
          const batches = await store.list({ memberCode: 'M1', clientId: 'C1' }, { limit: 10, now: 0, expired: true });
          return batches.map(({ id, lastReadAt }) => [id, lastReadAt]);
        };
        await store.noteReads([
          { id: gone, at: start + 3 },
          { id: read, at: start + 3 },
        ]);
        await store.noteReads([{ id: read, at: start + 2 }]);
        const noted = [
          [unread, undefined],
          [read, start + 3],
        ];
        expect(await lastReads()).toEqual(noted);
        await store.noteReads([{ id: read, at: start + 4 }]);
        expect(await store.find(read)).toMatchObject({ lastReadAt: start + 4, expiresAt: start, state: 'finished' });
        await store.remove(read, start + 10);
        expect(await lastReads()).toEqual([
          [unread, undefined],
          [read, start + 4],
        ]);
      });

      it('stores which records of a batch were read by whom, until the batch is forgotten', async () => {
        const [id, gone] = [await addFinished(start), await addFinished(start)];
        await store.remove(gone);
        const by = (userId: string, at: number, seqFrom: number, seqTo: number): Reading => ({
          batchId: id,
          clientId: 'C1',
          userId,
          firstAt: at,
          lastAt: at,
          seqFrom,
          seqTo,
          reads: 1,
        });
        await store.noteReadings([
          by('', start, 1, 10),
          by('u', start + 1, 5, 6),
          { ...by('', start, 1, 1), batchId: gone },
        ]);
        await Promise.all([
          store.noteReadings([by('', start + 3, 11, 20)]),
          store.noteReadings([by('', start + 2, 3, 4)]),
        ]);
        const readings = [{ ...by('', start, 1, 20), lastAt: start + 3, reads: 3 }, by('u', start + 1, 5, 6)];
        expect([await store.readingsOf(id, 10), await store.readingsOf(id, 1)]).toEqual([
          readings,
          readings.slice(0, 1),
        ]);
        expect(await store.readingsOf(gone, 10)).toEqual([]);
        await store.remove(id, start + 10);
        expect(await store.readingsOf(id, 10)).toEqual(readings);
        await store.forgetRows(start + 10, 10);
        expect(await store.readingsOf(id, 10)).toEqual([]);
      });

      it('has the latest times, however many processes note many at once', async () => {
        const ids = await Promise.all(Array.from({ length: 30 }, () => add()));
        const upwards = ids.map((id) => ({ id, at: start + id }));
        const downwards = ids.map((id) => ({ id, at: start + id + 1 })).toReversed();
        await Promise.all([upwards, downwards, upwards, downwards].map((reads) => store.noteReads(reads)));
        const batches = await Promise.all(ids.map((id) => store.find(id)));
        expect(batches.map((batch) => batch?.lastReadAt)).toEqual(ids.map((id) => start + id + 1));
      });

      it('keeps the criteria of a removed batch, unless they are long', async () => {
        // In JSON, a text has two additional quotation marks.
        const [longest, longer] = [keptCriteriaLength - 2, keptCriteriaLength - 1].map((length) => 'x'.repeat(length));
        expect(await removedWith({ codes: ['ä', 2] })).toMatchObject({ criteria: { codes: ['ä', 2] }, reason: 'why' });
        expect((await removedWith(longest))?.criteria).toBe(longest);
        expect(await removedWith(longer)).toMatchObject({ criteria: undefined, state: 'failed' });
      });

      it('removes a batch in a final state and no other', async () => {
        const [gone, waiting] = [await addFinished(start), await add()];
        await store.remove(gone);
        await store.remove(waiting);
        expect(await store.find(gone)).toBeUndefined();
        expect(await store.find(waiting)).toBeDefined();
      });

      it('knows the user for whom a batch was requested, also of a removed one', async () => {
        const held = await addAndClaim({ userId: 'U1' });
        expect((await store.find(held.id))?.userId).toBe('U1');
        expect((await store.find(await add()))?.userId).toBeUndefined();
        await store.end(held, { state: 'finished', now: start, expiresAt: start, recordCount: 1 });
        await store.remove(held.id, start + 10);
        expect((await store.findRemoved(held.id, start))?.userId).toBe('U1');
      });

      it('lists expired and removed batches on request, until they are forgotten', async () => {
        const [expired, removed, forgotten] = [
          await addFinished(start),
          await addFinished(start),
          await addFinished(start),
        ];
        await store.remove(removed, start + 10);
        await store.remove(forgotten);
        const owner = { memberCode: 'M1', clientId: 'C1' };
        const listed = async (now: number, more = {}) => {
          const batches = await store.list({ ...owner, ...more }, { limit: 10, now, expired: true });
          return batches.map(({ id, state, recordCount }) => [id, state, recordCount > 0]);
        };
        const known = [
          [removed, 'finished', true],
          [expired, 'finished', true],
        ];
        expect(await store.list(owner, { limit: 10, now: start })).toEqual([]);
        expect(await listed(start + 9)).toEqual(known);
        expect(await listed(start + 9, { clientId: 'C2' })).toEqual([]);
        expect(await listed(start + 9, { clientId: 'C2', memberWide: true })).toEqual(known);
        expect(await store.find(removed)).toBeUndefined();
        expect(await store.findRemoved(removed, start + 9)).toMatchObject({ id: removed, state: 'finished' });
        expect(await store.findRemoved(removed, start + 10)).toBeUndefined();
        expect(await store.findRemoved(forgotten, start)).toBeUndefined();
        expect(await store.forgetRows(start + 9, 10)).toBe(0);
        expect(await store.forgetRows(start + 10, 10)).toBe(1);
        expect(await listed(start + 5)).toEqual([[expired, 'finished', true]]);
      });

      it('forgets only owners without batches, in steps, and does not change limits and lists', async () => {
        const limits = { unfinishedPerOwner: 1, storedBytesPerMember: Number.POSITIVE_INFINITY };
        const ended = await addAndClaim({ clientId: 'C2' });
        await store.end(ended, { state: 'finished', now: start, expiresAt: start + 9, recordCount: 1 });
        const removed = await addAndClaim({ clientId: 'C3' });
        await store.end(removed, { state: 'finished', now: start, expiresAt: start, recordCount: 1 });
        await store.remove(removed.id, start + 10);
        const waiting = await add({ clientId: 'C1', limits });
        let after: BatchOwner | undefined;
        let steps = 0;
        do after = await store.forgetOwners(after, 1);
        while (after !== undefined && ++steps < 10);
        expect(steps).toBeLessThan(10);

        const list = (expired: boolean) =>
          store.list({ memberCode: 'M1', clientId: 'C9', memberWide: true }, { limit: 10, now: start, expired });
        expect((await list(false)).map(({ id }) => id)).toEqual([waiting, ended.id]);
        expect((await list(true)).map(({ id }) => id)).toEqual([waiting, removed.id, ended.id]);
        await expect(add({ clientId: 'C1', limits })).rejects.toMatchObject({ code: 'too-many-batches' });
        await add({ clientId: 'C3', limits });
        await expect(add({ clientId: 'C3', limits })).rejects.toMatchObject({ code: 'too-many-batches' });
      });
    });
  });
}

async function outcomes(additions: readonly Promise<unknown>[]) {
  const settled = await Promise.allSettled(additions);
  const refusals = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  return { added: settled.length - refusals.length, refusals };
}

function aNewBatch(batch: Partial<NewBatch> = {}): NewBatch {
  return { functionName: 'letters', memberCode: 'M1', clientId: 'C1', criteria: {}, requestedAt: start, ...batch };
}

function aClaim(claim: Partial<Claim> = {}): Claim {
  return {
    owner: 'W1',
    now: start,
    leaseUntil: start + leaseMs,
    functionNames: ['letters'],
    runningPerMember: 2,
    ...claim,
  };
}

function aProgress(progress: Partial<Parameters<BatchStore['renew']>[1]> = {}): Parameters<BatchStore['renew']>[1] {
  return { leaseUntil: start + 1, recordCount: 1, recordsExpected: undefined, snapshotAt: undefined, ...progress };
}
