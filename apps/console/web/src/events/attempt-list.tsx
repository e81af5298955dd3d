import { useInfiniteQuery, useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { EndpointAttempt, Instant } from '../../../wire/index.js';
import { Button } from '../parts/button.js';
import { Confirm } from '../parts/dialog.js';
import { Empty } from '../parts/empty.js';
import { Loading } from '../parts/loading.js';
import { Problem } from '../parts/problem.js';
import { TableHead } from '../parts/table-head.js';
import { call } from '../server/call.js';
import { Card } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { AttemptState } from './endpoint-state.js';
import { useEventWords } from './use-event-words.js';

/** An attempt with the time from which its event can be sent again. */
type OfEvent = EndpointAttempt & { readonly happenedAt: Instant };

/** The last attempts to push events to an endpoint. */
export function AttemptList({
  endpointId,
  onResend,
}: {
  readonly endpointId: string;
  readonly onResend: (since: Instant) => Promise<unknown>;
}) {
  const { t } = useTexts();
  const [asked, setAsked] = useState<OfEvent>();
  const list = useInfiniteQuery({
    queryKey: ['attempts', endpointId],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/endpoints/{endpointId}/attempts', {
        parts: { endpointId },
        query: { cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    refetchOnMount: 'always',
  });
  const resend = useMutation({
    mutationFn: ({ happenedAt }: OfEvent) => onResend(happenedAt),
    onSettled: () => setAsked(undefined),
  });
  const attempts = (list.data?.pages ?? []).flatMap((page) => page.attempts);
  return (
    <Card
      isFlush
      title={t.events.attempts}
      actions={
        <Button isSmall icon="again" isBusy={list.isFetching} onPress={() => void list.refetch()}>
          {t.events.reload}
        </Button>
      }
    >
      {list.error !== null && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {resend.error !== null && <Problem error={resend.error} />}
      {list.data === undefined && list.error === null && <Loading lines={4} />}
      {list.data !== undefined && attempts.length === 0 && (
        <Empty icon="events" title={t.events.noAttempts}>
          {t.events.noAttemptsText}
        </Empty>
      )}
      {attempts.length > 0 && <AttemptTable attempts={attempts} onResend={setAsked} />}
      {list.hasNextPage && (
        <div class="card-foot">
          <Button isBusy={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            {t.batches.older}
          </Button>
        </div>
      )}
      {asked !== undefined && (
        <Confirm
          title={t.events.resendTitle}
          verb={t.events.resend}
          isBusy={resend.isPending}
          onConfirm={() => resend.mutate(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>{t.events.resendText}</p>
        </Confirm>
      )}
    </Card>
  );
}

function AttemptTable({
  attempts,
  onResend,
}: {
  readonly attempts: readonly EndpointAttempt[];
  readonly onResend: (attempt: OfEvent) => void;
}) {
  const { t, format } = useTexts();
  const wordsOf = useEventWords();
  return (
    <table class="table stacking">
      <TableHead
        columns={[
          t.events.event,
          t.events.outcome,
          t.events.at,
          { right: t.events.took },
          t.events.next,
          <span class="hidden">{t.events.resend}</span>,
        ]}
      />
      <tbody>
        {attempts.map((attempt) => {
          const { attemptId, eventId, type, at, latencyMs, nextAt, happenedAt, error, answer } = attempt;
          return (
            <tr key={attemptId}>
              <th scope="row" class="code-cell">
                {wordsOf(type)}
                <p class="small soft">
                  <code>{eventId}</code>
                </p>
              </th>
              <td class="code-cell">
                <AttemptState attempt={attempt} />
                {error !== '' && (
                  <p class="small soft" lang="en">
                    {error}
                  </p>
                )}
                {answer !== '' && (
                  <details class="small">
                    <summary>{t.events.answer}</summary>
                    <code>{answer}</code>
                  </details>
                )}
              </td>
              <td data-label={t.events.at} class="moment-cell">
                {format.moment(at)}
              </td>
              <td data-label={t.events.took} class="right number">
                {format.duration(latencyMs)}
              </td>
              <td data-label={t.events.next} class="moment-cell">
                {nextAt === undefined ? '–' : format.moment(nextAt)}
              </td>
              <td>
                {happenedAt !== undefined && (
                  <Button
                    isSmall
                    label={t.events.resendOf(eventId)}
                    onPress={() => onResend({ ...attempt, happenedAt })}
                  >
                    {t.events.resend}
                  </Button>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
