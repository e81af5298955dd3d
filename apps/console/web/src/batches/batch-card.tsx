import { Link } from 'wouter-preact';
import type { ConsoleBatch } from '../../../wire/index.js';
import { useTexts } from '../texts/use-texts.js';
import { useCallerName } from './application.js';
import { BatchProgress } from './batch-progress.js';
import { StateMark } from './state-mark.js';
import { useFunctions } from './use-functions.js';

/** A card for a batch that waits or is processed. */
export function BatchCard({ batch }: { readonly batch: ConsoleBatch }) {
  const { t, format } = useTexts();
  const { titleOf } = useFunctions();
  const caller = useCallerName(batch);
  return (
    <article class="batch-card">
      <div class="batch-card-head">
        <h3>
          <Link href={`/batches/${batch.batchId}`}>
            {titleOf(batch.functionName)} <span class="number">{batch.batchId}</span>
          </Link>
        </h3>
        <StateMark of={batch} />
      </div>
      <BatchProgress batch={batch} />
      <p class="small soft">{t.batches.requestedBy(format.moment(batch.requestedAt), caller)}</p>
    </article>
  );
}
