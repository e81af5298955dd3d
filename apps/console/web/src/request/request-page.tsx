import { useQuery } from '@tanstack/preact-query';
import { formatTokyoDate } from '@trading-platform/domain-types';
import { useMemo } from 'preact/hooks';
import { Link, useSearchParams } from 'wouter-preact';
import type { DownloadDescription } from '../../../wire/index.js';
import { useFunctions } from '../batches/use-functions.js';
import { Loading } from '../parts/loading.js';
import { NotAllowed } from '../parts/not-allowed.js';
import { Notice } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { call } from '../server/call.js';
import { useRights } from '../session/use-rights.js';
import { Page } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { firstDraft } from './first-draft.js';
import { draftOf } from './request-draft.js';
import { RequestForm } from './request-form.js';
import { SavedList } from './saved-list.js';
import { restore } from './saved-requests.js';
import { type SavedRequests, useSavedRequests } from './use-saved-requests.js';

/** Shows a form for each download. */
export function RequestPage({ name: named }: { readonly name: string | undefined }) {
  const { t, language } = useTexts();
  const { downloads: all, downloadOf, rightOf, error, refetch } = useFunctions();
  const { may } = useRights();
  const requests = useSavedRequests();
  const savedId = useSearchParams()[0].get('saved') ?? '';
  const isAllowed = ({ name: of }: DownloadDescription) => {
    const right = rightOf(of);
    return right !== undefined && may(right);
  };
  const downloads = all?.filter(isAllowed);
  const name = named ?? downloads?.[0]?.name ?? '';
  const download = downloadOf(name);
  const missing = download === undefined || isAllowed(download) ? undefined : rightOf(download.name);
  return (
    <Page title={t.request.title} lead={t.request.lead}>
      {downloads === undefined &&
        (error === null ? <Loading lines={8} /> : <Problem error={error} onRetry={() => void refetch()} />)}
      {downloads !== undefined && (
        <nav class="kinds" aria-label={t.request.kinds}>
          <ul>
            {downloads.map((kind) => (
              <li key={kind.name}>
                <Link
                  href={`/request/${kind.name}`}
                  class="kind"
                  aria-current={kind.name === name ? 'page' : undefined}
                >
                  {kind.title[language]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {downloads !== undefined && <SavedList requests={requests} downloads={downloads} />}
      {missing !== undefined && <NotAllowed rights={[missing]} />}
      {download !== undefined && missing === undefined && (
        <FilledForm key={`${download.name} ${savedId}`} download={download} requests={requests} savedId={savedId} />
      )}
    </Page>
  );
}

/**
 * Shows the form of one download. If the address contains the id of an earlier batch or of a kept request, the form
 * begins with its values.
 */
function FilledForm({
  download,
  requests,
  savedId,
}: {
  readonly download: DownloadDescription;
  readonly requests: SavedRequests;
  readonly savedId: string;
}) {
  const { t } = useTexts();
  const [search] = useSearchParams();
  const batchId = search.get('from') ?? '';
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['batch', batchId],
    queryFn: ({ signal }) => call('GET /api/batches/{batchId}', { parts: { batchId }, signal }),
    enabled: batchId !== '',
  });
  const { draft, unknown } = useMemo(() => {
    const kept = requests.saved.find(({ id }) => id === savedId);
    if (kept !== undefined) return restore(kept, download.request, formatTokyoDate(Date.now()));
    const request = data?.batch.request;
    const first = request === undefined ? firstDraft(download.name, Date.now()) : draftOf(download.request, request);
    return { draft: first, unknown: [] };
  }, [data, download, savedId]);
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined && isFetching) return <Loading lines={8} />;
  return (
    <>
      {unknown.length > 0 && <Notice kind="warn" title={t.request.saved.unknown(unknown.join(', '))} />}
      <RequestForm download={download} draft={draft} requests={requests} />
    </>
  );
}
