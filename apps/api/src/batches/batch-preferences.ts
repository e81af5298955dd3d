import type { BatchStatus } from '@trading-platform/batch-engine';
import type { FastifyReply } from 'fastify';
import type { DescribedValues } from '../reference/value-description.js';
import { readPreferences } from './preferences.js';

/** The maximum number of seconds for which a call can wait. If a request asks for a longer time, this maximum is used. */
const longestWaitSeconds = 30;

/**
 * The name of the preference for changes. A request asks for changes with this name, and the answer confirms the preference with
 * the same name.
 */
export const changesApplied = 'changes-since';

/** The maximum number of seconds for `reuse`. Every batch is removed before it reaches this age. */
const longestReuseSeconds = 2 ** 31;

const appliedHeader = 'Preference-Applied';

/**
 * The preferences (RFC 7240) of a call that requests or checks a batch. A preference is absent if the caller did not send it, or
 * if its value is malformed.
 */
export interface BatchPreferences {
  /** `wait`: the maximum number of seconds for which the answer waits for the end of the batch. It is at most 30. */
  readonly waitSeconds?: number;
  /** `reuse`: the maximum age, in seconds, of the data if an earlier batch is used instead of a new one. It is at least 1. */
  readonly reuseSeconds?: number;
  /** `changes-since`: the cursor of an earlier batch. The caller wants only the records that have changed since this batch. */
  readonly changesSince?: string;
}

export function readBatchPreferences(prefer: string | readonly string[] | undefined): BatchPreferences {
  if (prefer === undefined) return {};
  const preferences = readPreferences(prefer);
  const waitSeconds = secondsOf(preferences.get('wait'));
  const reuseSeconds = secondsOf(preferences.get('reuse'));
  const changesSince = preferences.get(changesApplied);
  return {
    ...(waitSeconds === undefined ? {} : { waitSeconds: Math.min(waitSeconds, longestWaitSeconds) }),
    ...(reuseSeconds === undefined || reuseSeconds === 0
      ? {}
      : { reuseSeconds: Math.min(reuseSeconds, longestReuseSeconds) }),
    ...(changesSince === undefined ? {} : { changesSince }),
  };
}

/** Adds a preference to the confirmed preferences in the answer, unless it is already among them. */
export function notePreference(reply: FastifyReply, preference: string): void {
  const before = reply.getHeader(appliedHeader);
  const told = before === undefined ? [] : String(before).split(', ');
  reply.header(appliedHeader, [...new Set([...told, preference])].join(', '));
}

/** Informs the caller that an earlier batch is used, and how old the data of this batch is. */
export function noteReuse(
  reply: FastifyReply,
  { wantedMs, ageMs }: { readonly wantedMs: number; readonly ageMs: number },
): void {
  notePreference(reply, `reuse=${wantedMs / 1_000}`);
  reply.header('Age', Math.floor(ageMs / 1_000));
}

/** Informs the caller whether a batch contains only changes, and how to request later changes. */
export function noteChanges(
  reply: FastifyReply,
  { isChanges, changeCursor }: Pick<BatchStatus, 'isChanges' | 'changeCursor'>,
): void {
  if (isChanges) notePreference(reply, changesApplied);
  if (changeCursor !== undefined) reply.header('X-Change-Cursor', changeCursor);
}

/** The preference of the check step, as the reference describes it. */
export const checkPreferences: DescribedValues = {
  Prefer: {
    meaning: `With wait=N, the answer is held until the batch has ended or N seconds are over, at most ${longestWaitSeconds}`,
    ja: `処理の希望（完了待ち）：wait=Nの場合、バッチが終了するかN秒が経過するまで応答を待つ（最長${longestWaitSeconds}秒）`,
    schema: { type: 'string' },
    example: 'wait=10',
  },
};

/** The preference of a call that discards a batch, as the reference describes it. */
export const discardPreferences: DescribedValues = {
  Prefer: {
    meaning:
      'With wait=0, the answer comes at once; without it, the answer waits a fifth of a second, until every process has forgotten the discarded batch',
    ja: '処理の希望（即時応答）：wait=0の場合、破棄したバッチを全プロセスが忘れるまで（約0.2秒）待たずに応答する',
    schema: { type: 'string' },
    example: 'wait=0',
  },
};

/** The preferences of the request step of an upload, as the reference describes them. */
export const requestPreferences: DescribedValues = {
  Prefer: {
    meaning:
      'With wait=N, the answer is held until the batch has ended or N seconds are over, at most ' +
      `${longestWaitSeconds}, and contains the number and the state of the batch`,
    ja: `処理の希望（完了待ち）：wait=Nの場合、バッチが終了するかN秒が経過するまで応答を待ち（最長${longestWaitSeconds}秒）、番号とともに状態を返す`,
    schema: { type: 'string' },
    example: 'wait=10',
  },
};

/** The preferences of the request step of a download, as the reference describes them. */
export const downloadPreferences: DescribedValues = {
  Prefer: {
    ...requestPreferences['Prefer']!,
    meaning:
      `${requestPreferences['Prefer']!.meaning}. With reuse=N, the answer may be a finished batch of the same caller and criteria ` +
      'whose data are at most N seconds old; the header Age has their age. With ' +
      `${changesApplied}=CURSOR, the X-Change-Cursor of an earlier batch of the same ` +
      'criteria, the batch has only the records that were added or changed since, and GET /batches/{batch_id}/removed the keys of ' +
      `the removed records; if Preference-Applied does not name ${changesApplied}, the batch has all records`,
    ja:
      `処理の希望（完了待ち、既存結果の再利用、変更分のみ）：wait=Nの場合、バッチが終了するかN秒が経過するまで応答を待ち（最長${longestWaitSeconds}秒）、` +
      '番号とともに状態を返す。reuse=Nの場合、同じ呼び出し元・同じ条件の完了済みバッチのうち、データがN秒以内のものを返すことがある（経過秒数はAge）。' +
      `${changesApplied}=CURSORの場合（CURSORは同じ条件の以前のバッチのX-Change-Cursor）、以降に追加または変更されたレコードのみを返し、` +
      `なくなったレコードのキーはGET /batches/{batch_id}/removedで返す。Preference-Appliedに${changesApplied}がない場合は全レコードを返す`,
    example: `wait=10, reuse=60, ${changesApplied}=dGhpcyBpcyBhbiBleGFtcGxl`,
  },
};

/** Reads a number of seconds, which must consist of digits only (RFC 7240 §4.3). */
function secondsOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}
