import { useMutation } from '@tanstack/preact-query';
import {
  columnsOf,
  itemOf,
  largestFileBytes,
  type MarkPlace,
  markedDefects,
  type OrderDefect,
  type OrderFile,
  type OrderForm,
  type OrderPlace,
  placeOf,
  type ReadOrders,
} from '@trading-platform/order-file';
import { useMemo, useState } from 'preact/hooks';
import type { LineOf } from '../batches/order-outcomes.js';
import { UploadOutcome } from '../batches/upload-outcome.js';
import { useUpload } from '../batches/use-upload.js';
import { Button } from '../parts/button.js';
import { IgnoredFields } from '../parts/ignored-fields.js';
import { Loading } from '../parts/loading.js';
import { Notice } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { call } from '../server/call.js';
import { CallError, callErrorOf } from '../server/call-error.js';
import { useTexts } from '../texts/use-texts.js';
import { FileEditor } from './file-editor.js';
import { HeadingsContext } from './headings-context.js';
import { DefectNotice, Refusals } from './order-file-notice.js';
import { OrderPreview } from './order-preview.js';
import { ReadingsNotice } from './readings-notice.js';
import { useMissingProducts } from './use-missing-products.js';

/** Orders that were sent. */
export interface Sent {
  readonly uploadId: string;
  readonly isCheck: boolean;
  readonly ignored: readonly string[];
  /** Where each sent order is in the file. An order that is no longer in the file has no place. */
  readonly places: readonly (OrderPlace | undefined)[];
}

/** Shows the orders of a file, sends them, shows their outcomes, and lets the user correct refused orders. */
export function SendOrders({
  file,
  read,
  defects,
  form,
  former,
  onChange,
  onSent,
}: {
  readonly file: OrderFile;
  readonly read: ReadOrders;
  readonly defects: readonly OrderDefect[];
  readonly form: OrderForm;
  /** The earlier upload, if the file contains its refused orders. */
  readonly former: Sent | undefined;
  readonly onChange: (file: OrderFile) => void;
  readonly onSent: (uploadId: string) => void;
}) {
  const { t, format } = useTexts();
  const [sent, setSent] = useState(former);
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
  const missing = useMissingProducts(read.orders, form);
  const headings = useMemo(() => headingsOf(file, form), [file, form]);
  const marked = markedDefects(defects, read.places);
  const marks: readonly MarkPlace[] = [
    ...marked,
    ...markedDefects(missing, read.places),
    ...refusals.filter(({ item }) => item !== '').map((said) => placeOf(said, read.places)),
    ...(answer?.results ?? []).flatMap((order) =>
      order.errors.map((said) => placeOf({ item: itemOf(order, said.item) }, places)),
    ),
  ];
  const lineOf: LineOf = (order, item = '') => placeOf({ item: itemOf(order, item) }, places).line;
  const isReady = defects.length === 0;
  const isFormer = sent !== undefined && sent === former;
  return (
    <HeadingsContext value={headings}>
      <ReadingsNotice read={read} />
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
          {sent?.isCheck === false && !isFormer ? t.orders.sendAgain : t.orders.send}
        </Button>
        <span class="small soft">{t.orders.safe}</span>
      </div>
      <DefectNotice defects={marked} />
      {missing.length > 0 && <Notice kind="warn" title={t.orders.missingProducts(format.number(missing.length))} />}
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
      {!isRunning && <FileEditor file={file} form={form} marks={marks} onChange={onChange} />}
      {read.orders.length > 0 && <OrderPreview read={read} defects={[...defects, ...missing]} form={form} />}
    </HeadingsContext>
  );
}

function headingsOf(file: OrderFile, form: OrderForm): ReadonlyMap<string, string> {
  if (file.format === 'json') return new Map();
  const headings = file.rows[0]?.cells ?? [];
  return new Map(columnsOf(file, form).map((field, index) => [field, (headings[index] ?? '').trim()]));
}
