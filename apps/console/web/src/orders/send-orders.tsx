import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { OrderForm } from '../../../wire/index.js';
import type { LineOf } from '../batches/order-outcomes.js';
import { UploadOutcome } from '../batches/upload-outcome.js';
import { useUpload } from '../batches/use-upload.js';
import { Button } from '../parts/button.js';
import { IgnoredFields } from '../parts/ignored-fields.js';
import { Loading } from '../parts/loading.js';
import { Problem } from '../parts/problem.js';
import { call } from '../server/call.js';
import { CallError, callErrorOf } from '../server/call-error.js';
import { useTexts } from '../texts/use-texts.js';
import { FileEditor } from './file-editor.js';
import { largestFileBytes, type OrderFile } from './order-file.js';
import { DefectNotice, Refusals } from './order-file-notice.js';
import { itemOf, type MarkPlace, markedDefects, placeOf } from './order-mark.js';
import { OrderPreview } from './order-preview.js';
import type { OrderDefect, OrderPlace, ReadOrders } from './read-orders.js';

interface Sent {
  readonly uploadId: string;
  readonly isCheck: boolean;
  readonly ignored: readonly string[];
  /** Where each sent order is in the file. */
  readonly places: readonly OrderPlace[];
}

/** Shows the orders of a file, sends them, shows their outcomes, and lets the user correct refused orders. */
export function SendOrders({
  file,
  read,
  defects,
  form,
  onChange,
  onSent,
}: {
  readonly file: OrderFile;
  readonly read: ReadOrders;
  readonly defects: readonly OrderDefect[];
  readonly form: OrderForm;
  readonly onChange: (file: OrderFile) => void;
  readonly onSent: (uploadId: string) => void;
}) {
  const { t } = useTexts();
  const [sent, setSent] = useState<Sent>();
  const send = useMutation({
    mutationFn: async ({ isCheck }: { readonly isCheck: boolean }): Promise<Sent> => {
      const body = new TextEncoder().encode(JSON.stringify(read.orders)).buffer;
      if (body.byteLength > largestFileBytes) {
        throw new CallError({ code: 'too-large', message: file.name, requestId: '', fields: [] });
      }
      const query = { checkOnly: isCheck ? '1' : '0' };
      const accepted = await call('POST /api/orders/upload', { body, query, idempotencyKey: crypto.randomUUID() });
      return { ...accepted, isCheck, places: read.places };
    },
    onSuccess: (accepted) => {
      setSent(accepted);
      onSent(accepted.uploadId);
    },
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
  const lineOf: LineOf = (order, item = '') => placeOf({ item: itemOf(order, item) }, places).line;
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
          <Problem error={send.error} isMarked={(item) => item !== ''} />
          <Refusals refusals={refusals} places={read.places} />
        </>
      )}
      <IgnoredFields names={sent?.ignored ?? []} />
      {send.isPending && <Loading lines={4} />}
      {!send.isPending && sent !== undefined && (
        <UploadOutcome uploadId={sent.uploadId} correct={t.orders.correct} lineOf={lineOf} isCheck={sent.isCheck} />
      )}
      {!isRunning && <FileEditor file={file} marks={marks} onChange={onChange} />}
      {read.orders.length > 0 && <OrderPreview read={read} defects={defects} form={form} />}
    </>
  );
}
