import type { FastifyReply } from 'fastify';
import type { DescribedValues } from '../reference/value-description.js';
import { readPreferences } from './preferences.js';

/** Longer waits count as this long. */
const longestWaitSeconds = 30;

const appliedHeader = 'Preference-Applied';

/** What a caller prefers where it requests or checks a batch (RFC 7240). What is absent was not asked for, or is malformed. */
export interface BatchPreferences {
  /** `wait`: seconds for which the answer is held until the batch has ended; at most 30. */
  readonly waitSeconds?: number;
}

export function readBatchPreferences(prefer: string | readonly string[] | undefined): BatchPreferences {
  if (prefer === undefined) return {};
  const preferences = readPreferences(prefer);
  const waitSeconds = secondsOf(preferences.get('wait'));
  return waitSeconds === undefined ? {} : { waitSeconds: Math.min(waitSeconds, longestWaitSeconds) };
}

/** Tells the caller that a preference is applied, beside those that were told before. */
export function notePreference(reply: FastifyReply, preference: string): void {
  const before = reply.getHeader(appliedHeader);
  reply.header(appliedHeader, before === undefined ? preference : `${String(before)}, ${preference}`);
}

/** How the reference describes the preference of a check. */
export const checkPreferences: DescribedValues = {
  Prefer: {
    meaning: `With wait=N, the answer is held until the batch has ended or N seconds are over, at most ${longestWaitSeconds}`,
    ja: '処理の希望（完了待ち）',
    schema: { type: 'string' },
    example: 'wait=10',
  },
};

/** How the reference describes the preferences of a request. */
export const requestPreferences: DescribedValues = {
  Prefer: {
    meaning:
      'With wait=N, the answer is held until the batch has ended or N seconds are over, at most ' +
      `${longestWaitSeconds}, and tells the state of the batch besides its number`,
    ja: '処理の希望（完了待ち）',
    schema: { type: 'string' },
    example: 'wait=10',
  },
};

/** Digits alone (RFC 7240 §4.3). */
function secondsOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}
