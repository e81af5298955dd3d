import { useMutation } from '@tanstack/preact-query';
import { formatTokyoDate } from '@trading-platform/domain-types';
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { DownloadDescription } from '../../../wire/index.js';
import type { RequestedState } from '../batches/batch-page.js';
import { Button, ButtonLink } from '../parts/button.js';
import { Confirm } from '../parts/dialog.js';
import { Problem } from '../parts/problem.js';
import { call } from '../server/call.js';
import { Card } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { KeepDialog } from './keep-dialog.js';
import { criteriaOf } from './request-draft.js';
import { restore, type SavedRequest } from './saved-requests.js';
import type { SavedRequests } from './use-saved-requests.js';

/** Lists the requests that the user has kept. Each can be requested again, opened, renamed and deleted. */
export function SavedList({
  requests: { saved, keep },
  downloads,
}: {
  readonly requests: SavedRequests;
  /** The downloads that the user may request. */
  readonly downloads: readonly DownloadDescription[];
}) {
  const { t } = useTexts();
  const [, go] = useLocation();
  const [asked, setAsked] = useState<{ readonly what: 'rename' | 'remove'; readonly of: SavedRequest }>();
  const close = () => setAsked(undefined);
  const run = useMutation({
    mutationFn: async ({ of, download }: { readonly of: SavedRequest; readonly download: DownloadDescription }) => {
      const { draft, unknown } = restore(of, download.request, formatTokyoDate(Date.now()));
      const answer = await call('POST /api/requests/{name}', {
        parts: { name: download.name },
        body: criteriaOf(download.request, draft),
        idempotencyKey: crypto.randomUUID(),
      });
      return { ...answer, ignored: [...answer.ignored, ...unknown] };
    },
    onSuccess: ({ batchId, ignored }) => go(`/batches/${batchId}`, { state: { ignored } satisfies RequestedState }),
  });
  if (saved.length === 0) return null;
  return (
    <Card title={t.request.saved.title} isFlush>
      {run.error !== null && <Problem error={run.error} />}
      <ul class="saved">
        {saved.map((of) => {
          const download = downloads.find(({ name }) => name === of.download);
          return (
            <li key={of.id}>
              <SavedWords of={of} download={download} />
              <div class="saved-actions">
                {download !== undefined && (
                  <>
                    <Button
                      icon="request"
                      label={t.request.saved.runOf(of.name)}
                      isBusy={run.isPending && run.variables.of.id === of.id}
                      onPress={() => run.mutate({ of, download })}
                    >
                      {t.request.saved.run}
                    </Button>
                    <ButtonLink kind="quiet" href={`/request/${of.download}?saved=${of.id}`}>
                      {t.request.saved.open}
                    </ButtonLink>
                  </>
                )}
                <Button
                  kind="quiet"
                  label={t.request.saved.renameOf(of.name)}
                  onPress={() => setAsked({ what: 'rename', of })}
                >
                  {t.request.saved.rename}
                </Button>
                <Button
                  kind="quiet"
                  icon="remove"
                  label={t.request.saved.removeOf(of.name)}
                  onPress={() => setAsked({ what: 'remove', of })}
                >
                  {''}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
      {asked?.what === 'rename' && (
        <KeepDialog
          first={asked.of.name}
          onClose={close}
          onKeep={(name) => keep(saved.map((of) => (of.id === asked.of.id ? { ...of, name } : of)))}
        />
      )}
      {asked?.what === 'remove' && (
        <Confirm
          title={t.request.saved.removeOf(asked.of.name)}
          verb={t.request.saved.remove}
          isBusy={false}
          onConfirm={() => {
            keep(saved.filter(({ id }) => id !== asked.of.id));
            close();
          }}
          onClose={close}
        >
          <p>{t.request.saved.removeText}</p>
        </Confirm>
      )}
    </Card>
  );
}

function SavedWords({
  of,
  download,
}: {
  readonly of: SavedRequest;
  readonly download: DownloadDescription | undefined;
}) {
  const { t, language } = useTexts();
  const unknown = download === undefined ? [] : restore(of, download.request, '1970-01-01').unknown;
  const facts = [
    download?.title[language] ?? t.request.saved.gone(of.download),
    t.request.narrowed(Object.keys(of.criteria).length),
    ...(of.movesFrom === undefined ? [] : [t.request.saved.moving]),
  ];
  return (
    <div class="saved-words">
      <p>
        <strong>{of.name}</strong>
      </p>
      <p class="small soft">{facts.join(' · ')}</p>
      {unknown.length > 0 && <p class="small field-problem">{t.request.saved.unknown(unknown.join(', '))}</p>}
    </div>
  );
}
