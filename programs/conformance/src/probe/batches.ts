import { type BatchFunction, batchFunctions, stepPath } from '../contract/batch-functions.js';
import type { Answer, Fields } from './answer.js';
import type { CallOptions, Probe } from './probe.js';

/** A batch that has ended, with the answer of the last confirm call. */
export interface EndedBatch {
  readonly batchId: string;
  readonly flag: string;
  readonly count: number;
  readonly check: Answer;
}

/** A finished download, with all of its records from a single get call. */
export interface Downloaded extends EndedBatch {
  readonly records: readonly Fields[];
  readonly get: Answer;
}

const waits = { Prefer: 'wait=20' };
const checksAtMost = 30;
/** A call with `Prefer: wait=20` has waited in vain if it lasted about as long. */
const inVainMs = 19_000;
const waitsAtMost = 4;

/** Requests a batch. The calling check must judge the answer. */
export function requestBatch(
  probe: Probe,
  name: BatchFunction,
  criteria: object = {},
  options: CallOptions = {},
): Promise<Answer> {
  return probe.call(stepPath(name, 'request'), criteria, options);
}

/** Repeats the confirm call until the batch has ended, on deployments with and without support for `Prefer: wait`. */
export async function awaitEnd(
  probe: Probe,
  name: BatchFunction,
  batchId: string,
  options: CallOptions = {},
): Promise<EndedBatch> {
  for (let checks = 0; ; checks += 1) {
    const check = await probe.call(
      stepPath(name, 'check'),
      { batch_id: batchId },
      { ...options, headers: { ...options.headers, ...waits } },
    );
    check.expectStatus(200);
    const flag = check.string('batch_flg');
    if (!isOpen(flag)) return { batchId, flag, count: Number(check.string('record_count')), check };
    check.expect(checks < checksAtMost, 'the batch has not ended in time');
  }
}

function isOpen(flag: unknown): boolean {
  return flag === '1' || flag === '2';
}

/**
 * Makes a call that waits 20 seconds for the end of its batch. If a busy deployment needs longer, the call is repeated.
 * An earlier answer about an open batch is returned, because it is a fault.
 */
export async function waitingAnswer(call: () => Promise<Answer>): Promise<Answer> {
  for (let waited = 1; ; waited += 1) {
    const calledAt = performance.now();
    const answer = await call();
    const isInVain = isOpen(answer.body['batch_flg']) && performance.now() - calledAt >= inVainMs;
    if (!isInVain || waited >= waitsAtMost) return answer;
  }
}

/** Requests a batch and waits until it has ended. */
export async function endedBatch(
  probe: Probe,
  name: BatchFunction,
  criteria: object = {},
  options: CallOptions = {},
): Promise<EndedBatch> {
  const requested = (await requestBatch(probe, name, criteria, options)).expectStatus(200);
  return awaitEnd(probe, name, requested.string('batch_id'), options);
}

/** Lists only this batch. Batches that other checks request at the same time cannot hide it. */
export async function listOne(probe: Probe, batchId: string): Promise<Answer> {
  return (await probe.get(`/batches?limit=1&cursor=${Number(batchId) + 1}`)).expectNormal();
}

/** Gets a range of records. */
export function getRange(
  probe: Probe,
  name: BatchFunction,
  batchId: string,
  [from, to]: readonly [from: string | number, to: string | number],
  options: CallOptions = {},
): Promise<Answer> {
  return probe.call(stepPath(name, 'get'), { batch_id: batchId, seq_from: String(from), seq_to: String(to) }, options);
}

/** Makes a complete download. Downloads with the same function, criteria and role are made only once in a run. */
export function download(
  probe: Probe,
  name: BatchFunction,
  criteria: object = {},
  options: CallOptions = {},
): Promise<Downloaded> {
  return probe.once(`download ${name} ${JSON.stringify(criteria)} ${JSON.stringify(options)}`, async () => {
    const batch = await endedBatch(probe, name, criteria, options);
    batch.check.expect(batch.flag === '3' || batch.flag === '0', `batch_flg is ${batch.flag}`);
    const get = (await getRange(probe, name, batch.batchId, [1, Math.max(1, batch.count)], options)).expectStatus(200);
    return { ...batch, get, records: get.list(batchFunctions[name].list) };
  });
}
