import { useQuery } from '@tanstack/preact-query';
import type { FunctionName } from '../../../wire/index.js';
import { call } from '../server/call.js';

/** Returns the fields of a function's records. The fields are loaded only once, when they are needed. */
export function useRecordFields(name: FunctionName, { isNeeded = true }: { readonly isNeeded?: boolean } = {}) {
  return useQuery({
    queryKey: ['record', name],
    queryFn: () => call('GET /api/functions/{name}/record', { parts: { name } }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isNeeded,
  });
}
