import type { StoredRecord } from '../../../wire/index.js';
import { send } from '../server/call.js';

/**
 * Fetches the records of a batch from one sequence number to another. The first and the last number are both included.
 *
 * @throws CallError
 */
export async function fetchRange(
  batchId: string,
  seqFrom: number,
  seqTo: number,
  signal: AbortSignal,
): Promise<readonly StoredRecord[]> {
  const address = `/api/batches/${encodeURIComponent(batchId)}/records?from=${seqFrom}&to=${seqTo}`;
  const answer = await send(address, { signal });
  const lines = (await answer.text()).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as StoredRecord);
}
