import { randomInt } from 'node:crypto';
import type { ApiCaller } from './api-caller.js';
import type { Platform } from './platform.js';

const member = { member_code: '10000001' };
const day = '2026-04-01';
const charactersPerLine = 2_000;
const bytesPerCharacter = 3;
const remarks = Array.from({ length: 10 }, (_, line) => ({
  trade_prod_id: String(line),
  prod_remarks: String.fromCharCode(...Array.from({ length: charactersPerLine }, () => randomInt(0x4e00, 0x9fa0))),
}));

/**
 * Slips so large that an answer with all these slips exceeds the system's buffers, even when compressed. The texts of
 * the slips are random, and they are too long for compression to find repetitions.
 */
export const heavySlips = {
  /** The member that can see these slips. */
  member: member.member_code,
  count: 300,
  /** The lines of each slip. */
  lines: remarks.length,
  path: '/trade/download',
  criteria: { target_date_set: '1', target_date_from: day, target_date_to: day, status_code: ['40'] },
  /** The minimum uncompressed size of the answer with all slips, in bytes. */
  bytes: 300 * remarks.length * charactersPerLine * bytesPerCharacter,
} as const;

/** Loads the slips and returns a caller who can see them. */
export async function loadHeavySlips(platform: Platform): Promise<ApiCaller> {
  await platform.load('members', [member]);
  const slips = Array.from({ length: heavySlips.count }, (_, n) => ({
    trade_id: `T${n}`,
    member_code_self: member.member_code,
    status_code: '40',
    status_day: day,
    detail_list: remarks,
  }));
  await platform.load('trade', slips);
  return platform.caller(member.member_code);
}

/** Requests a batch of these slips and returns the range that contains all of them. */
export async function batchOfHeavySlips(caller: ApiCaller) {
  const batchId = await caller.request(heavySlips.path, heavySlips.criteria);
  await caller.waitForEnd(heavySlips.path, batchId);
  return { batch_id: batchId, seq_from: '1', seq_to: String(heavySlips.count) };
}
