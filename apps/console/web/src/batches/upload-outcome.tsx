import { Link, useLocation } from 'wouter-preact';
import type { UploadAnswer } from '../../../wire/index.js';
import { Loading } from '../parts/loading.js';
import { Notice } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { Card } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { type LineOf, OrderOutcomes } from './order-outcomes.js';
import { ReasonWords } from './reason-words.js';
import { useUpload } from './use-upload.js';

/** Shows the outcome of an upload and of each of its orders. */
export function UploadOutcome({
  uploadId,
  correct,
  lineOf,
  isCheck: isKnownCheck,
}: {
  readonly uploadId: string;
  /** Advice on how to correct refused orders. */
  readonly correct: string;
  /** The value is set only if the page still has the file. */
  readonly lineOf?: LineOf;
  /** Whether the orders were only checked, not accepted. If this is undefined, the outcomes decide. */
  readonly isCheck?: boolean;
}) {
  const { t } = useTexts();
  const [path] = useLocation();
  const address = `/batches/${uploadId}`;
  const { answer, error, retry, isRunning } = useUpload(uploadId);
  if (error !== null) return <Problem error={error} onRetry={retry} />;
  if (isRunning || answer === undefined) return <Loading lines={4} />;
  const isCheck = isKnownCheck ?? answer.results.some(({ isAccepted, tradeId }) => isAccepted && tradeId === '');
  return (
    <Card
      title={t.orders.outcomes}
      isFlush
      actions={
        path !== address && (
          <Link href={address}>
            {t.batch} <span class="number">{uploadId}</span>
          </Link>
        )
      }
    >
      <div class="outcome-head">
        <Summary answer={answer} isCheck={isCheck} correct={correct} />
      </div>
      <OrderOutcomes results={answer.results} isCheck={isCheck} {...(lineOf === undefined ? {} : { lineOf })} />
    </Card>
  );
}

function Summary({
  answer: { state, reason, orderCount, refusedCount },
  isCheck,
  correct,
}: {
  readonly answer: UploadAnswer;
  readonly isCheck: boolean;
  readonly correct: string;
}) {
  const { t, format } = useTexts();
  const counts = [format.number(orderCount - refusedCount), format.number(refusedCount)] as const;
  if (state === 'failed') {
    return (
      <Notice kind="bad" title={t.orders.brokeOff(counts[0])}>
        <ReasonWords reason={reason} />
      </Notice>
    );
  }
  return (
    <Notice
      kind={refusedCount === 0 && state === 'finished' ? 'good' : 'warn'}
      title={
        state === 'cancelled' ? t.states.cancelled : isCheck ? t.orders.checked(...counts) : t.orders.taken(...counts)
      }
    >
      {refusedCount > 0 && <p>{correct}</p>}
    </Notice>
  );
}
