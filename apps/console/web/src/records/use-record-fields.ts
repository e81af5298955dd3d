import { useQuery } from '@tanstack/preact-query';
import type { FunctionName } from '../../../wire/index.js';
import { call } from '../server/call.js';

/** The fields of a function's records, described once for the life of the page. */
export function useRecordFields(name: FunctionName) {
  return useQuery({
    queryKey: ['record', name],
    queryFn: () => call('GET /api/functions/{name}/record', { parts: { name } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
