import { randomUUID } from 'node:crypto';
import { type BatchRequestAnswer, type DownloadName, downloads } from '@trading-platform/domain-types';
import type { BatchRequested } from '../../wire/index.js';
import type { LiveSession } from '../session/session-keeper.js';
import type { PlatformCalls } from './platform-calls.js';

/** Requests a batch without waiting for its end. @throws PlatformError */
export async function requestBatch(
  platform: PlatformCalls,
  live: LiveSession,
  name: DownloadName,
  request: object,
  idempotencyKey: string = randomUUID(),
): Promise<BatchRequested> {
  const headers = { 'idempotency-key': idempotencyKey };
  const body = await platform.clientOf(live).call(downloads[name].paths.request, request, { headers });
  return { batchId: (body as unknown as BatchRequestAnswer).batch_id, ignored: platform.ignoredOf(live) };
}
