import type { Answer } from '../../probe/answer.js';
import { type Downloaded, download, type EndedBatch, endedBatch } from '../../probe/batches.js';
import type { CallOptions, Probe } from '../../probe/probe.js';

export const paths = {
  request: '/master/download/buy/request',
  check: '/master/download/buy/check',
  confirm: '/master/download/buy/confirm',
  get: '/master/download/buy/get',
} as const;

/** Criteria that match no product. */
export const nothing = { client_code_list: ['no-such-code-9CK'] };

/** Returns a finished batch that has records. Many checks share this batch. */
export function knownDownload(probe: Probe): Promise<Downloaded> {
  return download(probe, 'master');
}

/** Returns a finished batch without records. Many checks share this batch. */
export function emptyBatch(probe: Probe): Promise<EndedBatch> {
  return probe.once('empty batch', () => endedBatch(probe, 'master', nothing));
}

export function check(probe: Probe, batchId: unknown, options?: CallOptions): Promise<Answer> {
  return probe.call(paths.check, { batch_id: batchId }, options);
}

export function get(
  probe: Probe,
  batchId: unknown,
  from: unknown,
  to: unknown,
  options?: CallOptions,
): Promise<Answer> {
  return probe.call(paths.get, { batch_id: batchId, seq_from: from, seq_to: to }, options);
}

/**
 * Returns the bytes between the brackets of the list in the answer of a get call. After this list, the answer of a get
 * call may contain only `}`.
 */
export function listText(answer: Answer, field: string): string {
  const start = answer.text.indexOf(`"${field}":[`);
  return start === -1
    ? answer.fail(`there is no list ${field}`)
    : answer.text.slice(start + field.length + 4, answer.text.lastIndexOf(']'));
}
