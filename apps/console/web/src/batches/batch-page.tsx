import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { useHistoryState } from 'wouter-preact/use-browser-location';
import type { ConsoleBatch } from '../../../wire/index.js';
import { Button, ButtonLink } from '../parts/button.js';
import { Confirm } from '../parts/dialog.js';
import { Fact } from '../parts/fact.js';
import { IgnoredFields } from '../parts/ignored-fields.js';
import { Loading } from '../parts/loading.js';
import { NotAllowed } from '../parts/not-allowed.js';
import { Notice } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { call } from '../server/call.js';
import { useSession } from '../session/session-context.js';
import { Card, Page } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { CallerName } from './application.js';
import { BatchProgress } from './batch-progress.js';
import { BatchReaders } from './batch-readers.js';
import { BatchTimeLine } from './batch-time-line.js';
import { isUnderWay } from './batches-page.js';
import { CriteriaWords } from './criteria-words.js';
import { DownloadPanel } from './download-panel.js';
import { LineNotice } from './line-notice.js';
import { ReasonWords } from './reason-words.js';
import { StateMark } from './state-mark.js';
import { takesInput } from './takes-input.js';
import { UploadOutcome } from './upload-outcome.js';
import { useBatch } from './use-batch.js';
import { useFunctions } from './use-functions.js';
import { useMissingRight } from './use-missing-right.js';

/** The state that the request page passes on to the page of the new batch. */
export interface RequestedState {
  readonly ignored: readonly string[];
}

/** The page of one batch, with its state, its request and its actions. */
export function BatchPage({ batchId }: { readonly batchId: string }) {
  const { t } = useTexts();
  const { titleOf } = useFunctions();
  const { batch, error, refetch, live } = useBatch(batchId);
  const ignored = useHistoryState<RequestedState | null>()?.ignored ?? [];
  return (
    <Page
      title={batch === undefined ? `${t.batch} ${batchId}` : `${titleOf(batch.functionName)} ${batchId}`}
      above={
        <Link href="/batches" class="above">
          {t.batches.title}
        </Link>
      }
      {...(batch === undefined ? {} : { lead: <StateMark of={batch} />, actions: <BatchActions batch={batch} /> })}
    >
      <LineNotice live={live} />
      <IgnoredFields names={ignored} />
      {batch === undefined &&
        (error === null ? <Loading lines={8} /> : <Problem error={error} onRetry={() => void refetch()} />)}
      {batch !== undefined && <BatchParts batch={batch} />}
    </Page>
  );
}

function BatchParts({ batch }: { readonly batch: ConsoleBatch }) {
  const { t, format } = useTexts();
  const missing = useMissingRight(batch.functionName);
  const isUpload = batch.functionName === 'order-upload';
  return (
    <>
      {isUnderWay(batch) && (
        <Card>
          <BatchProgress batch={batch} />
        </Card>
      )}
      {batch.state === 'failed' && (!isUpload || batch.isGone) && (
        <Notice kind="bad" title={t.batches.failed}>
          <ReasonWords reason={batch.reason} />
        </Notice>
      )}
      {batch.isGone && <Notice title={isUpload ? t.orders.goneText : t.batches.goneText} />}
      {missing !== undefined && <NotAllowed rights={[missing]} />}
      {isUpload && missing === undefined && (batch.isReadable || batch.state === 'failed') && !batch.isGone && (
        <UploadOutcome uploadId={batch.batchId} correct={t.orders.correctOpen} />
      )}
      <div class="columns">
        <div>
          {!takesInput(batch.functionName) && (
            <Card title={t.batches.criteria}>
              <CriteriaWords batch={batch} />
            </Card>
          )}
          {batch.isReadable && missing === undefined && (
            <Card title={t.download.title}>
              <DownloadPanel batch={batch} />
            </Card>
          )}
        </div>
        <div>
          <Card title={t.batches.timeLine}>
            <BatchTimeLine batch={batch} />
          </Card>
          {!isUnderWay(batch) && batch.recordCount > 0 && (
            <Card title={t.batches.readers}>
              <BatchReaders batch={batch} />
            </Card>
          )}
          <Card title={t.batches.facts}>
            <dl class="facts">
              <Fact name={t.records} look="number">
                {format.number(batch.recordCount)}
              </Fact>
              {takesInput(batch.functionName) && (
                <Fact name={t.orders.refused} look="number">
                  {format.number(batch.refusedCount)}
                </Fact>
              )}
              <Fact name={t.size} look="number">
                {format.bytes(batch.recordBytes)}
              </Fact>
              <Fact name={t.batches.stored} look="number">
                {format.bytes(batch.storedBytes)}
              </Fact>
              <Fact name={t.batches.caller} look="number">
                <CallerName of={batch} />
              </Fact>
              {batch.changesOnly && (
                <Fact name={t.batches.contents} look="number">
                  {t.batches.changesOnly}
                </Fact>
              )}
            </dl>
          </Card>
        </div>
      </div>
    </>
  );
}

function BatchActions({ batch }: { readonly batch: ConsoleBatch }) {
  const { t } = useTexts();
  const [, go] = useLocation();
  const [isAsked, setAsked] = useState(false);
  const { batchId, functionName } = batch;
  const isAllowed = useMissingRight(functionName) === undefined;
  // A batch can be ended only by the application that requested it.
  const isOwn = batch.clientId === useSession().clientId;
  const runs = isUnderWay(batch);
  const end = useMutation({
    mutationFn: () => call('DELETE /api/batches/{batchId}', { parts: { batchId } }),
    onSettled: () => setAsked(false),
  });
  const again = useMutation({
    mutationFn: () => call('POST /api/batches/{batchId}/again', { parts: { batchId } }),
    onSuccess: (answer) =>
      go(`/batches/${answer.batchId}`, { state: { ignored: answer.ignored } satisfies RequestedState }),
  });
  const error = end.error ?? again.error;
  return (
    <>
      {batch.isReadable && isAllowed && (
        <ButtonLink kind="main" icon="columns" href={`/batches/${batchId}/records`}>
          {t.batches.openRecords}
        </ButtonLink>
      )}
      {functionName === 'order-upload' && !batch.isGone && !runs && isAllowed && (
        <ButtonLink icon="orders" href={`/orders?upload=${batchId}`}>
          {t.orders.openUpload}
        </ButtonLink>
      )}
      {batch.request !== undefined && !takesInput(functionName) && isAllowed && (
        <>
          <Button icon="again" isBusy={again.isPending} onPress={() => again.mutate()}>
            {t.batches.again}
          </Button>
          <ButtonLink href={`/request/${functionName}?from=${batchId}`}>{t.batches.change}</ButtonLink>
        </>
      )}
      {isOwn && (runs || !batch.isGone) && (
        <Button icon={runs ? 'stop' : 'remove'} onPress={() => setAsked(true)}>
          {runs ? t.batches.cancel : t.batches.discard}
        </Button>
      )}
      {error !== null && <Problem error={error} />}
      {isAsked && (
        <Confirm
          title={runs ? t.batches.cancelTitle : t.batches.discardTitle}
          verb={runs ? t.batches.cancel : t.batches.discard}
          isBusy={end.isPending}
          onConfirm={() => end.mutate()}
          onClose={() => setAsked(false)}
        >
          <p>{runs ? t.batches.cancelText : t.batches.discardText}</p>
        </Confirm>
      )}
    </>
  );
}
