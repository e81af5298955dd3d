import { useQuery } from '@tanstack/preact-query';
import type { ConsoleBatch } from '../../../wire/index.js';
import { call } from '../server/call.js';
import { useLiveBatches } from './use-live-batches.js';

/**
 * Returns one batch and keeps it up to date. The batch comes from the stream or, if it is too old for the stream, from
 * the server.
 */
export function useBatch(batchId: string) {
  const live = useLiveBatches();
  const told = live.batches.find((batch) => batch.batchId === batchId);
  const { data, error, refetch } = useQuery({
    queryKey: ['batch', batchId],
    queryFn: ({ signal }) => call('GET /api/batches/{batchId}', { parts: { batchId }, signal }),
  });
  return { batch: newest(told, data?.batch), error, refetch, live };
}

/**
 * The batch in the stream is newer than the server's answer. But the stream leaves out the request of the batch,
 * because a request may be long.
 */
function newest(told: ConsoleBatch | undefined, asked: ConsoleBatch | undefined): ConsoleBatch | undefined {
  const request = told?.request ?? asked?.request;
  return told === undefined ? asked : { ...told, ...(request === undefined ? {} : { request }) };
}
