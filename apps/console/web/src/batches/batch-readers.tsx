import { useQuery } from '@tanstack/preact-query';
import type { ConsoleBatch } from '../../../wire/index.js';
import { Loading } from '../parts/loading.js';
import { Problem } from '../parts/problem.js';
import { call } from '../server/call.js';
import { useTexts } from '../texts/use-texts.js';
import { CallerName } from './application.js';

/** Lists who has taken records of a batch, which ones and when. */
export function BatchReaders({ batch: { batchId, lastReadAt } }: { readonly batch: ConsoleBatch }) {
  const { t, format } = useTexts();
  const { data, error, refetch } = useQuery({
    queryKey: ['readers', batchId, lastReadAt],
    queryFn: ({ signal }) => call('GET /api/batches/{batchId}/readers', { parts: { batchId }, signal }),
  });
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={2} />;
  if (data.readers.length === 0) return <p class="soft">{t.batches.noReaders}</p>;
  return (
    <ul class="takers">
      {data.readers.map(({ lastAt, from, to, reads, ...caller }) => (
        <li key={`${caller.clientId} ${caller.userId ?? ''}`}>
          <p>
            <CallerName of={caller} />
          </p>
          <p class="small soft number">
            {format.moment(lastAt)} · {t.batches.readRecords(format.number(from), format.number(to))}
            {reads > 1 && ` · ${t.batches.reads(format.number(reads))}`}
          </p>
        </li>
      ))}
    </ul>
  );
}
