import { useQuery } from '@tanstack/preact-query';
import { call } from '../server/call.js';
import { useRights } from '../session/use-rights.js';

/** The name of the signed-in user's member, if it is known. */
export function CompanyName() {
  const enabled = useRights().may('list');
  const { data } = useQuery({
    queryKey: ['company'],
    queryFn: () => call('GET /api/company'),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
  return data?.name === undefined ? null : <p class="who-company">{data.name}</p>;
}
