import { randomUUID } from 'node:crypto';
import type { PlatformClient } from '@trading-platform/client';
import { apiPaths, type BatchRequestAnswer } from '@trading-platform/domain-types';
import type { BatchRequested, DownloadName } from '../../wire/index.js';

/** The downloads, as the paths of the data API name them. */
export type DownloadedName = DownloadName & keyof typeof apiPaths;

/** Requests a batch and does not wait for it. @throws PlatformError */
export async function requestBatch(
  client: PlatformClient,
  name: DownloadedName,
  request: object,
  idempotencyKey: string = randomUUID(),
): Promise<BatchRequested> {
  const headers = { 'idempotency-key': idempotencyKey };
  const body = await client.call(apiPaths[name].request, request, { headers });
  return { batchId: (body as unknown as BatchRequestAnswer).batch_id };
}
