import { useQuery } from '@tanstack/preact-query';
import {
  csvTemplate,
  largestFileBytes,
  type OrderFile,
  OrderFileError,
  type OrderFileErrorCode,
  type OrderForm,
  openOrderFile,
  orderDefects,
  readOrders,
  workbookTemplate,
} from '@trading-platform/order-file';
import { useMemo, useState } from 'preact/hooks';
import { useSearchParams } from 'wouter-preact';
import { handOver } from '../batches/save-download.js';
import { Loading } from '../parts/loading.js';
import { Notice } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { call } from '../server/call.js';
import { Card } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { DropZone } from './drop-zone.js';
import { KeptUpload } from './kept-upload.js';
import { SendOrders, type Sent } from './send-orders.js';

interface Chosen {
  readonly file: OrderFile;
  /** The earlier upload, if the file contains its refused orders. */
  readonly former?: Sent;
  /** Each chosen file gets a new key, even if the same file is chosen again. */
  readonly key: number;
}

/**
 * Lets the user choose a file of orders, look at it, check it and send it. Refused orders can be corrected and sent
 * again.
 */
export function UploadPanel() {
  const { t, language } = useTexts();
  // The address of the page contains the id of the last upload, so that a reload shows its outcomes again.
  const [search, setSearch] = useSearchParams();
  const uploadId = search.get('upload') ?? '';
  const keep = (id: string) => setSearch(id === '' ? {} : { upload: id }, { replace: true });
  const form = useQuery({
    queryKey: ['order-form'],
    queryFn: () => call('GET /api/orders/form'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState<'too-large' | OrderFileErrorCode>();
  const choose = async (file: File) => {
    setChosen(undefined);
    keep('');
    setProblem(undefined);
    if (file.size > largestFileBytes) return setProblem('too-large');
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      setChosen({ file: await openOrderFile(bytes, file.name), key: Date.now() });
    } catch (error) {
      setProblem(error instanceof OrderFileError ? error.code : 'not-text');
    }
  };
  if (form.error !== null) return <Problem error={form.error} onRetry={() => void form.refetch()} />;
  if (form.data === undefined) return <Loading lines={4} />;
  const giveTemplate = async (kind: 'xlsx' | 'csv') => {
    const make = kind === 'xlsx' ? workbookTemplate : csvTemplate;
    handOver(new File([await make(form.data, language)], `orders.${kind}`), `orders.${kind}`);
  };
  return (
    <>
      <Card>
        <DropZone
          file={chosen?.file}
          onChoose={(file) => void choose(file)}
          onTemplate={(kind) => void giveTemplate(kind)}
        />
        {problem !== undefined && <Notice kind="bad" title={t.orders[problem]} />}
      </Card>
      {chosen === undefined && uploadId !== '' && (
        <KeptUpload
          key={uploadId}
          uploadId={uploadId}
          form={form.data}
          onCorrect={({ file, places }) =>
            setChosen({ file, former: { uploadId, isCheck: false, ignored: [], places }, key: Date.now() })
          }
        />
      )}
      {chosen !== undefined && (
        <ChosenFile
          key={chosen.key}
          file={chosen.file}
          former={chosen.former}
          form={form.data}
          onChange={(file) => setChosen({ ...chosen, file })}
          onSent={keep}
        />
      )}
    </>
  );
}

function ChosenFile({
  file,
  form,
  ...rest
}: {
  readonly file: OrderFile;
  readonly form: OrderForm;
  readonly former: Sent | undefined;
  readonly onChange: (file: OrderFile) => void;
  readonly onSent: (uploadId: string) => void;
}) {
  const read = useMemo(() => readOrders(file, form), [file, form]);
  const defects = useMemo(() => orderDefects(read, form), [read, form]);
  return <SendOrders file={file} read={read} defects={defects} form={form} {...rest} />;
}
