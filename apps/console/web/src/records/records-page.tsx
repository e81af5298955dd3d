import { Link } from 'wouter-preact';
import type { ConsoleBatch } from '../../../wire/index.js';
import { lookOf, StateMark } from '../batches/state-mark.js';
import { useBatch } from '../batches/use-batch.js';
import { useFunctions } from '../batches/use-functions.js';
import { useMissingRight } from '../batches/use-missing-right.js';
import { Empty } from '../parts/empty.js';
import { Loading } from '../parts/loading.js';
import { NotAllowed } from '../parts/not-allowed.js';
import { Problem } from '../parts/problem.js';
import { Page } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { RecordGrid } from './record-grid.js';
import { useRecordFields } from './use-record-fields.js';

/** The page that shows the records of a finished batch. */
export function RecordsPage({ batchId }: { readonly batchId: string }) {
  const { t } = useTexts();
  const { titleOf } = useFunctions();
  const { batch, error, refetch } = useBatch(batchId);
  return (
    <Page
      title={batch === undefined ? t.recordsPage.title : t.recordsPage.of(titleOf(batch.functionName), batchId)}
      above={
        <Link href={`/batches/${batchId}`} class="above">
          {t.batch} {batchId}
        </Link>
      }
      {...(batch === undefined ? {} : { lead: <RecordsLead batch={batch} /> })}
    >
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {batch === undefined && error === null && <Loading lines={10} />}
      {batch !== undefined &&
        (batch.isReadable && batch.recordCount > 0 ? <Records batch={batch} /> : <NoRecords batch={batch} />)}
    </Page>
  );
}

function RecordsLead({ batch }: { readonly batch: ConsoleBatch }) {
  const { t, format } = useTexts();
  return (
    <>
      {t.countOfRecords(format.number(batch.recordCount))}
      {lookOf(batch) !== 'finished' && (
        <>
          {' · '}
          <StateMark of={batch} />
        </>
      )}
    </>
  );
}

function NoRecords({ batch }: { readonly batch: ConsoleBatch }) {
  const { t } = useTexts();
  return (
    <Empty icon="empty" title={batch.isGone ? t.recordsPage.gone : t.recordsPage.empty}>
      {batch.isGone ? t.recordsPage.goneText : t.recordsPage.emptyText}
    </Empty>
  );
}

function Records({ batch }: { readonly batch: ConsoleBatch }) {
  const missing = useMissingRight(batch.functionName);
  const { data, error, refetch } = useRecordFields(batch.functionName);
  if (missing !== undefined) return <NotAllowed rights={[missing]} />;
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={10} />;
  return <RecordGrid batch={batch} fields={data.fields} />;
}
