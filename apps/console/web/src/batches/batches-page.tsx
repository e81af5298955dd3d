import { useInfiniteQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { ConsoleBatch, FunctionName } from '../../../wire/index.js';
import { Button, ButtonLink } from '../parts/button.js';
import { Empty } from '../parts/empty.js';
import { Loading } from '../parts/loading.js';
import { Problem } from '../parts/problem.js';
import { call } from '../server/call.js';
import { useRights } from '../session/use-rights.js';
import { Card, Page } from '../shell/page.js';
import { downloadRights } from '../shell/places.js';
import { useTexts } from '../texts/use-texts.js';
import { BatchCard } from './batch-card.js';
import { BatchTable } from './batch-table.js';
import { LineNotice } from './line-notice.js';
import { lookOf, type OutcomeLook } from './state-mark.js';
import { useFunctions } from './use-functions.js';
import { useLiveBatches } from './use-live-batches.js';

type Chosen<Value> = Value | 'all';

const endedLooks = ['finished', 'partly', 'empty', 'failed', 'cancelled'] as const satisfies readonly OutcomeLook[];
type EndedLook = (typeof endedLooks)[number];

/** The page with all batches of the member. Running batches are updated as they progress. */
export function BatchesPage() {
  const { t } = useTexts();
  const { mayAny } = useRights();
  const live = useLiveBatches();
  const [functionName, setFunction] = useState<Chosen<FunctionName>>('all');
  const [state, setState] = useState<Chosen<EndedLook>>('all');
  const older = useOlderBatches(live.batches);
  const isWanted = (batch: ConsoleBatch) =>
    (functionName === 'all' || batch.functionName === functionName) && (state === 'all' || lookOf(batch) === state);
  const running = live.batches.filter(isUnderWay).toReversed();
  const ended = [...live.batches.filter((batch) => !isUnderWay(batch)), ...older.batches];
  const shown = ended.filter(isWanted);
  return (
    <Page
      title={t.batches.title}
      lead={t.batches.lead}
      actions={
        mayAny(downloadRights) && (
          <ButtonLink kind="main" icon="request" href="/request">
            {t.request.title}
          </ButtonLink>
        )
      }
    >
      <LineNotice live={live} />
      {live.line === 'connecting' && <Loading lines={6} />}
      {live.line !== 'connecting' && (
        <>
          <section aria-labelledby="under-way">
            <h2 id="under-way" class="section-title">
              {t.batches.underWay} <span class="count number">{running.length}</span>
            </h2>
            {running.length === 0 ? (
              <p class="soft quiet-line">{t.batches.nothingRuns}</p>
            ) : (
              <ul class="batch-cards">
                {running.map((batch) => (
                  <li key={batch.batchId}>
                    <BatchCard batch={batch} />
                  </li>
                ))}
              </ul>
            )}
          </section>
          <Card
            isFlush
            title={t.batches.ended}
            actions={
              ended.length > 0 && (
                <div class="filters">
                  <FunctionChoice value={functionName} onChoose={setFunction} />
                  <StateChoice value={state} onChoose={setState} />
                </div>
              )
            }
          >
            {ended.length === 0 ? (
              <Empty icon="batches" title={t.batches.none}>
                {t.batches.noneText}
              </Empty>
            ) : shown.length === 0 ? (
              <Empty icon="search" title={t.batches.noneFits} />
            ) : (
              <BatchTable batches={shown} />
            )}
            {older.error !== null && <Problem error={older.error} onRetry={older.more} />}
            {ended.length > 0 && (older.hasMore || older.isLoading) && (
              <div class="card-foot">
                <Button isBusy={older.isLoading} onPress={older.more}>
                  {t.batches.older}
                </Button>
              </div>
            )}
          </Card>
        </>
      )}
    </Page>
  );
}

export function isUnderWay({ state }: ConsoleBatch): boolean {
  return state === 'waiting' || state === 'processing';
}

/** Loads batches that are older than the batches in the stream, one page at a time, when the user asks for them. */
function useOlderBatches(known: readonly ConsoleBatch[]) {
  const query = useInfiniteQuery({
    queryKey: ['batches', 'older'],
    queryFn: ({ pageParam, signal }) => call('GET /api/batches', { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    enabled: false,
  });
  const ids = new Set(known.map(({ batchId }) => batchId));
  const batches = (query.data?.pages ?? []).flatMap((page) => page.batches).filter(({ batchId }) => !ids.has(batchId));
  return {
    batches,
    error: query.error,
    isLoading: query.isFetching,
    // The stream contains only some batches. The first page of the list shows whether older batches exist.
    hasMore: query.data === undefined ? known.length >= 100 : query.hasNextPage,
    more: () => void query.fetchNextPage(),
  };
}

function FunctionChoice({
  value,
  onChoose,
}: {
  readonly value: Chosen<FunctionName>;
  readonly onChoose: (value: Chosen<FunctionName>) => void;
}) {
  const { t } = useTexts();
  const { names, titleOf } = useFunctions();
  return (
    <label class="filter">
      <span class="hidden">{t.functionWord}</span>
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value as Chosen<FunctionName>)}>
        <option value="all">{t.batches.allFunctions}</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {titleOf(name)}
          </option>
        ))}
      </select>
    </label>
  );
}

function StateChoice({
  value,
  onChoose,
}: {
  readonly value: Chosen<EndedLook>;
  readonly onChoose: (value: Chosen<EndedLook>) => void;
}) {
  const { t } = useTexts();
  return (
    <label class="filter">
      <span class="hidden">{t.state}</span>
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value as Chosen<EndedLook>)}>
        <option value="all">{t.batches.allStates}</option>
        {endedLooks.map((look) => (
          <option key={look} value={look}>
            {look === 'partly' ? t.batches.withRefusals : t.states[look]}
          </option>
        ))}
      </select>
    </label>
  );
}
