import { useMutation, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { OrderForm, UploadAnswer } from '../../../wire/index.js';
import { ReasonWords } from '../batches/reason-words.js';
import { useLiveBatches } from '../batches/use-live-batches.js';
import { Button } from '../parts/button.js';
import { Loading } from '../parts/loading.js';
import { Notice } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { call } from '../server/call.js';
import { CallError, callErrorOf } from '../server/call-error.js';
import { Card } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { FileEditor } from './file-editor.js';
import { largestFileBytes, type OrderFile } from './order-file.js';
import { DefectNotice, Refusals } from './order-file-notice.js';
import { itemOf, type MarkPlace, markedDefects, placeOf } from './order-mark.js';
import { OrderOutcomes } from './order-outcomes.js';
import { OrderPreview } from './order-preview.js';
import type { OrderDefect, OrderPlace, ReadOrders } from './read-orders.js';

interface Sent {
  readonly uploadId: string;
  readonly isCheck: boolean;
  /** Where the orders stood that were sent. */
  readonly places: readonly OrderPlace[];
}

/** The orders of a file: what will be sent, what has become of it, and what is to be corrected. */
export function SendOrders({
  file,
  read,
  defects,
  form,
  onChange,
}: {
  readonly file: OrderFile;
  readonly read: ReadOrders;
  readonly defects: readonly OrderDefect[];
  readonly form: OrderForm;
  readonly onChange: (file: OrderFile) => void;
}) {
  const { t, format } = useTexts();
  const [sent, setSent] = useState<Sent>();
  const send = useMutation({
    mutationFn: async ({ isCheck }: { readonly isCheck: boolean }): Promise<Sent> => {
      const body = new TextEncoder().encode(JSON.stringify(read.orders)).buffer;
      if (body.byteLength > largestFileBytes) {
        throw new CallError({ code: 'too-large', message: file.name, requestId: '', fields: [] });
      }
      const query = { checkOnly: isCheck ? '1' : '0' };
      const { uploadId } = await call('POST /api/orders/upload', { body, query, idempotencyKey: crypto.randomUUID() });
      return { uploadId, isCheck, places: read.places };
    },
    onSuccess: setSent,
  });
  const outcome = useUpload(sent?.uploadId ?? '');
  const { answer } = outcome;
  const isRunning = send.isPending || (sent !== undefined && outcome.isRunning);
  const places = sent?.places ?? read.places;
  const refusals = send.error === null ? [] : callErrorOf(send.error).fields;
  const marked = markedDefects(defects, read.places);
  const marks: readonly MarkPlace[] = [
    ...marked,
    ...refusals.filter(({ item }) => item !== '').map((said) => placeOf(said, read.places)),
    ...(answer?.results ?? []).flatMap((order) =>
      order.errors.map((said) => placeOf({ item: itemOf(order, said.item) }, places)),
    ),
  ];
  const isReady = defects.length === 0;
  return (
    <>
      <div class="upload-actions">
        <Button isBusy={isRunning} isDisabled={!isReady} onPress={() => send.mutate({ isCheck: true })}>
          {t.orders.check}
        </Button>
        <Button
          kind="main"
          icon="upload"
          isBusy={isRunning}
          isDisabled={!isReady}
          onPress={() => send.mutate({ isCheck: false })}
        >
          {sent?.isCheck === false ? t.orders.sendAgain : t.orders.send}
        </Button>
        <span class="small soft">{t.orders.safe}</span>
      </div>
      <DefectNotice defects={marked} />
      {send.error !== null && (
        <>
          <Problem error={send.error} />
          <Refusals refusals={refusals} places={read.places} />
        </>
      )}
      {outcome.error !== null && <Problem error={outcome.error} onRetry={outcome.retry} />}
      {isRunning && <Loading lines={4} />}
      {!isRunning && answer !== undefined && sent !== undefined && (
        <Card title={t.orders.outcomes} isFlush>
          <div class="outcome-head">
            <Outcome answer={answer} isCheck={sent.isCheck} />
          </div>
          <OrderOutcomes results={answer.results} places={sent.places} isCheck={sent.isCheck} />
        </Card>
      )}
      {!isRunning && <FileEditor file={file} marks={marks} onChange={onChange} />}
      {read.orders.length > 0 && <OrderPreview read={read} defects={defects} form={form} />}
    </>
  );

  function Outcome({ answer: said, isCheck }: { readonly answer: UploadAnswer; readonly isCheck: boolean }) {
    const refused = said.refusedCount;
    const counts = [format.number(said.orderCount - refused), format.number(refused)] as const;
    return (
      <>
        <Notice
          kind={refused === 0 ? 'good' : 'warn'}
          title={isCheck ? t.orders.checked(...counts) : t.orders.taken(...counts)}
        >
          {refused > 0 && <p>{t.orders.correct}</p>}
        </Notice>
        {said.state === 'failed' && (
          <Notice kind="bad" title={t.orders.brokeOff}>
            <ReasonWords reason={said.reason} />
          </Notice>
        )}
      </>
    );
  }
}

/** An upload as it goes on; asked again when the platform tells that it has got on. */
function useUpload(uploadId: string) {
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
