import { useQuery } from '@tanstack/preact-query';
import type { OrderForm } from '@trading-platform/order-file';
import { useMemo, useState } from 'preact/hooks';
import type { UploadAnswer } from '../../../wire/index.js';
import { UploadOutcome } from '../batches/upload-outcome.js';
import { useUpload } from '../batches/use-upload.js';
import { Button } from '../parts/button.js';
import { Loading } from '../parts/loading.js';
import { Problem } from '../parts/problem.js';
import { call } from '../server/call.js';
import { callErrorOf } from '../server/call-error.js';
import { useRights } from '../session/use-rights.js';
import { useTexts } from '../texts/use-texts.js';
import { OrderPreview } from './order-preview.js';
import { type RefusedFile, refusedFile } from './refused-file.js';

/** The result of reading a file, for orders that come from none. */
const nothingRead = { places: [], defects: [], readings: [], numberFields: [], isCheckOnly: false };

/**
 * Shows the outcomes and the sent orders of an earlier upload. Orders that the platform did not accept can be corrected
 * and sent again.
 */
export function KeptUpload({
  uploadId,
  form,
  onCorrect,
}: {
  readonly uploadId: string;
  readonly form: OrderForm;
  readonly onCorrect: (refused: RefusedFile) => void;
}) {
  const { t } = useTexts();
  const { may } = useRights();
  const [isShown, setShown] = useState(false);
  const { answer, isRunning } = useUpload(uploadId);
  const isEnded = answer !== undefined && !isRunning;
  const request = useQuery({
    queryKey: ['upload-request', uploadId],
    queryFn: ({ signal }) => call('GET /api/orders/uploads/{uploadId}/request', { parts: { uploadId }, signal }),
    enabled: isEnded,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const orders = useMemo(() => ordersOf(request.data?.input), [request.data]);
  // The platform may be older than the console, or the batch may just have been removed.
  const isUnknown = request.error !== null && callErrorOf(request.error).code === 'not-found';
  const canCorrect = may('order') && orders.length > 0 && isEnded && hasLeft(answer, orders.length);
  return (
    <>
      <UploadOutcome uploadId={uploadId} correct={canCorrect ? t.orders.correctHere : t.orders.correctFile} />
      {isEnded && (
        <div class="upload-actions">
          {canCorrect && (
            <Button
              kind="main"
              onPress={() => onCorrect(refusedFile({ name: t.orders.ofUpload(uploadId), orders }, answer, form))}
            >
              {t.orders.correctRefused}
            </Button>
          )}
          {orders.length > 0 && (
            <Button icon={isShown ? 'up' : 'down'} isExpanded={isShown} onPress={() => setShown(!isShown)}>
              {t.orders.showSent}
            </Button>
          )}
        </div>
      )}
      {request.error !== null && !isUnknown && <Problem error={request.error} onRetry={() => void request.refetch()} />}
      {isEnded && request.data === undefined && request.error === null && <Loading lines={3} />}
      {isShown && <OrderPreview read={{ ...nothingRead, orders }} defects={[]} form={form} />}
    </>
  );
}

function ordersOf(input: Readonly<Record<string, unknown>> | undefined): readonly unknown[] {
  const orders = input?.['order_list'];
  return Array.isArray(orders) ? orders : [];
}

/** Whether some orders of the upload were not accepted. */
function hasLeft({ results }: UploadAnswer, all: number): boolean {
  return results.filter(({ isAccepted }) => isAccepted).length < all;
}
