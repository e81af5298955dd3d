import { randomUUID } from 'node:crypto';
import { apiPaths, type BatchRequestAnswer } from '@trading-platform/domain-types';
import type { BatchRequested, DownloadName } from '../../wire/index.js';
import type { LiveSession } from '../session/session-keeper.js';
import type { PlatformCalls } from './platform-calls.js';

/** The downloads, as the paths of the data API name them. */
export type DownloadedName = DownloadName & keyof typeof apiPaths;

/** Requests a batch and does not wait for it. @throws PlatformError */
export async function requestBatch(
  platform: PlatformCalls,
  live: LiveSession,
  name: DownloadedName,
  request: object,
  idempotencyKey: string = randomUUID(),
): Promise<BatchRequested> {
  const headers = { 'idempotency-key': idempotencyKey };
  const body = await platform.clientOf(live).call(apiPaths[name].request, request, { headers });
  return { batchId: (body as unknown as BatchRequestAnswer).batch_id, ignored: platform.ignoredOf(live) };
}
