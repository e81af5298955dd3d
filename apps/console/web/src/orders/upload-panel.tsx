import { useMutation, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { UploadAccepted } from '../../../wire/index.js';
import { useLiveBatches } from '../batches/use-live-batches.js';
import { Button } from '../parts/button.js';
import { Loading } from '../parts/loading.js';
import { Notice } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { call } from '../server/call.js';
import { CallError, callErrorOf } from '../server/call-error.js';
import { Card } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { DropZone } from './drop-zone.js';
import { FileEditor } from './file-editor.js';
import { largestFileBytes, type OrderFile, openOrderFile, outcomesOf } from './order-file.js';
import { OrderOutcomes } from './order-outcomes.js';

interface Sent {
  readonly accepted: UploadAccepted;
  readonly isCheck: boolean;
}

/** Orders from a file: chosen, judged, sent, and where some were refused, corrected and sent again. */
export function UploadPanel() {
  const { t, format } = useTexts();
  const [file, setFile] = useState<OrderFile>();
  const [sent, setSent] = useState<Sent>();
  const live = useLiveBatches();
  const uploadId = sent?.accepted.uploadId ?? '';
  const told = live.batches.find(({ batchId }) => batchId === uploadId)?.state;
  const outcome = useQuery({
    // Asked again when the platform tells that the upload has got on.
    queryKey: ['upload', uploadId, told],
    queryFn: ({ signal }) => call('GET /api/orders/uploads/{uploadId}', { parts: { uploadId }, signal }),
    enabled: uploadId !== '',
    placeholderData: (former, query) => (query?.queryKey[1] === uploadId ? former : undefined),
  });
  const send = useMutation({
    mutationFn: async ({ text, format: kind, isCheck }: OrderFile & { readonly isCheck: boolean }): Promise<Sent> => {
      const body = new TextEncoder().encode(text).buffer;
      const query = { format: kind, checkOnly: isCheck ? '1' : '0' };
      const accepted = await call('POST /api/orders/upload', { body, query, idempotencyKey: crypto.randomUUID() });
      return { accepted, isCheck };
    },
    onSuccess: setSent,
  });
  const choose = async (chosen: File) => {
    setSent(undefined);
    send.reset();
    if (chosen.size > largestFileBytes) {
      setFile(undefined);
      setTooLarge(chosen.name);
      return;
    }
    setTooLarge('');
    setFile(await openOrderFile(chosen));
  };
  const [tooLarge, setTooLarge] = useState('');
  const answer = outcome.data;
  const isRunning =
    send.isPending ||
    (sent !== undefined && (answer === undefined || answer.state === 'waiting' || answer.state === 'processing'));
  const outcomes = sent === undefined || answer === undefined ? [] : outcomesOf(sent.accepted, answer);
  const refusals = send.error === null ? [] : callErrorOf(send.error).fields;
  return (
    <>
      <Card>
        <DropZone file={file} onChoose={(chosen) => void choose(chosen)} />
        {tooLarge !== '' && (
          <Problem error={new CallError({ code: 'too-large', message: tooLarge, requestId: '', fields: [] })} />
        )}
        {file !== undefined && (
          <div class="upload-actions">
            <Button isBusy={isRunning} onPress={() => send.mutate({ ...file, isCheck: true })}>
              {t.orders.check}
            </Button>
            <Button
              kind="main"
              icon="upload"
              isBusy={isRunning}
              onPress={() => send.mutate({ ...file, isCheck: false })}
            >
              {sent?.isCheck === false ? t.orders.sendAgain : t.orders.send}
            </Button>
            <span class="small soft">{t.orders.safe}</span>
          </div>
        )}
      </Card>
      {send.error !== null && <Problem error={send.error} />}
      {outcome.error !== null && <Problem error={outcome.error} onRetry={() => void outcome.refetch()} />}
      {isRunning && <Loading lines={4} />}
      {!isRunning && answer !== undefined && sent !== undefined && (
        <>
          <Summary
            isCheck={sent.isCheck}
            taken={answer.orderCount - answer.refusedCount}
            refused={answer.refusedCount}
          />
          {answer.state === 'failed' && (
            <Notice kind="bad" title={t.orders.brokeOff}>
              <p lang="en">{answer.reason}</p>
            </Notice>
          )}
          <OrderOutcomes outcomes={outcomes} isCheck={sent.isCheck} />
        </>
      )}
      {file !== undefined && !isRunning && (
        <FileEditor
          file={file}
          outcomes={outcomes.filter(({ order }) => !order.isAccepted)}
          refusals={refusals}
          onChange={setFile}
        />
      )}
    </>
  );

  function Summary({
    isCheck,
    taken,
    refused,
  }: {
    readonly isCheck: boolean;
    readonly taken: number;
    readonly refused: number;
  }) {
    const title = isCheck
      ? t.orders.checked(format.number(taken), format.number(refused))
      : t.orders.taken(format.number(taken), format.number(refused));
    return (
      <Notice kind={refused === 0 ? 'good' : 'warn'} title={title}>
        {refused > 0 && <p>{t.orders.correct}</p>}
      </Notice>
    );
  }
}
