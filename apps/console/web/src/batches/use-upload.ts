import { useQuery } from '@tanstack/preact-query';
import { call } from '../server/call.js';
import { useLiveBatches } from './use-live-batches.js';

/** Returns an upload and loads it again whenever the platform reports progress. */
export function useUpload(uploadId: string) {
  const told = useLiveBatches().batches.find(({ batchId }) => batchId === uploadId)?.state;
  const { data, error, refetch } = useQuery({
    queryKey: ['upload', uploadId, told],
    queryFn: ({ signal }) => call('GET /api/orders/uploads/{uploadId}', { parts: { uploadId }, signal }),
    enabled: uploadId !== '',
    placeholderData: (former, query) => (query?.queryKey[1] === uploadId ? former : undefined),
  });
  return {
    answer: data,
    error,
    retry: () => void refetch(),
    isRunning: data === undefined || data.state === 'waiting' || data.state === 'processing',
  };
}
