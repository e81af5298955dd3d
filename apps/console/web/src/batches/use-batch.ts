import { useQuery } from '@tanstack/preact-query';
import type { ConsoleBatch } from '../../../wire/index.js';
import { call } from '../server/call.js';
import { useLiveBatches } from './use-live-batches.js';

/** One batch as it goes on: from the stream, or from the server where the batch is too old for the stream. */
export function useBatch(batchId: string) {
  const live = useLiveBatches();
  const told = live.batches.find((batch) => batch.batchId === batchId);
  const { data, error, refetch } = useQuery({
    queryKey: ['batch', batchId],
    queryFn: ({ signal }) => call('GET /api/batches/{batchId}', { parts: { batchId }, signal }),
  });
  return { batch: newest(told, data?.batch), error, refetch, live };
}

/** The stream is newer; it does not repeat the request with each change, because it may be long. */
function newest(told: ConsoleBatch | undefined, asked: ConsoleBatch | undefined): ConsoleBatch | undefined {
  const request = told?.request ?? asked?.request;
  return told === undefined ? asked : { ...told, ...(request === undefined ? {} : { request }) };
}
