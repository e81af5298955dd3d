import { useQuery } from '@tanstack/preact-query';
import { Link } from 'wouter-preact';
import type { ConsoleBatch, OverviewAnswer } from '../../../wire/index.js';
import { ReasonWords } from '../batches/reason-words.js';
import { lookOf } from '../batches/state-mark.js';
import { takesInput } from '../batches/takes-input.js';
import { useFunctions } from '../batches/use-functions.js';
import { ButtonLink } from '../parts/button.js';
import { Empty } from '../parts/empty.js';
import { Loading } from '../parts/loading.js';
import { Notice } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { call } from '../server/call.js';
import { useRights } from '../session/use-rights.js';
import { Card, Page } from '../shell/page.js';
import { downloadRights } from '../shell/places.js';
import { useTexts } from '../texts/use-texts.js';
import { DayPlot } from './day-plot.js';
import { DurationPlot } from './duration-plot.js';
import { GroupTable } from './group-table.js';

/** The page with statistics about the member's batches, as far back as they are known. */
export function OverviewPage() {
  const { t, format } = useTexts();
  const { data, error, refetch } = useQuery({ queryKey: ['overview'], queryFn: () => call('GET /api/overview') });
  const lead = data?.since === undefined ? t.overview.lead : t.overview.since(format.moment(data.since));
  return (
    <Page title={t.overview.title} lead={lead}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading lines={8} />}
      {data !== undefined && (data.groups.length === 0 ? <NoBatches /> : <Figures overview={data} />)}
    </Page>
  );
}

function NoBatches() {
  const { t } = useTexts();
  const { mayAny } = useRights();
  return (
    <Empty
      icon="overview"
      title={t.overview.empty}
      action={
        mayAny(downloadRights) && (
          <ButtonLink kind="main" icon="request" href="/request">
            {t.request.title}
          </ButtonLink>
        )
      }
    >
      {t.overview.emptyText}
    </Empty>
  );
}

function Figures({ overview }: { readonly overview: OverviewAnswer }) {
  const { t, format } = useTexts();
  const { groups, days, points, failures, isPartial, countedAtMost } = overview;
  const sum = (valueOf: (group: (typeof groups)[number]) => number) =>
    groups.reduce((total, group) => total + valueOf(group), 0);
  const batches = sum((group) => group.batches);
  const failed = sum((group) => (group.state === 'failed' ? group.batches : 0));
  return (
    <>
      {isPartial && <Notice title={t.overview.partial(format.number(countedAtMost))} />}
      <dl class="figures">
        <Figure name={t.overview.batches} value={format.number(batches)} />
        <Figure name={t.records} value={format.number(sum((group) => group.records))} />
        <Figure name={t.size} value={format.bytes(sum((group) => group.recordBytes))} />
        <Figure
          name={t.states.failed}
          value={format.number(failed)}
          note={format.percent(failed / Math.max(batches, 1))}
        />
        {groups.some(({ functionName }) => takesInput(functionName)) && (
          <Figure
            name={t.batches.withRefusals}
            value={format.number(sum((group) => (group.refused > 0 ? group.batches : 0)))}
            note={t.orders.totalRefused(format.number(sum((group) => group.refused)))}
          />
        )}
      </dl>
      <Card title={t.overview.byDay}>
        <DayPlot days={days} />
      </Card>
      <Card title={t.overview.byFunction} isFlush>
        <GroupTable groups={groups} />
      </Card>
      <Card title={t.overview.durations}>
        {points.length === 0 ? <p class="soft">{t.overview.noPoints}</p> : <DurationPlot points={points} />}
      </Card>
      <Card title={t.overview.failures}>
        {failures.length === 0 ? <p class="soft">{t.overview.noFailures}</p> : <Failures failures={failures} />}
      </Card>
    </>
  );
}

function Figure({ name, value, note }: { readonly name: string; readonly value: string; readonly note?: string }) {
  return (
    <div class="figure">
      <dt class="small soft">{name}</dt>
      <dd class="figure-value number">
        {value} {note !== undefined && <span class="figure-note">{note}</span>}
      </dd>
    </div>
  );
}

function Failures({ failures }: { readonly failures: readonly ConsoleBatch[] }) {
  const { t, format } = useTexts();
  const { titleOf } = useFunctions();
  return (
    <ul class="failures">
      {failures.map((batch) => (
        <li key={batch.batchId} class={`failure-${lookOf(batch)}`}>
          <p>
            <Link href={`/batches/${batch.batchId}`}>
              {titleOf(batch.functionName)} {batch.batchId}
            </Link>{' '}
            <span class="small soft">{format.moment(batch.endedAt ?? batch.requestedAt)}</span>
          </p>
          {batch.state === 'failed' ? (
            <ReasonWords reason={batch.reason} />
          ) : (
            <p>{t.orders.someRefused(format.number(batch.refusedCount), format.number(batch.recordCount))}</p>
          )}
        </li>
      ))}
    </ul>
  );
}
