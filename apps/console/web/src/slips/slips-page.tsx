import { useInfiniteQuery } from '@tanstack/preact-query';
import { formatTokyoDate, slipStatus } from '@trading-platform/domain-types';
import { Link, useLocation, useSearchParams } from 'wouter-preact';
import type { ListedSlip } from '../../../wire/index.js';
import { Button } from '../parts/button.js';
import { Empty } from '../parts/empty.js';
import { Loading } from '../parts/loading.js';
import { NotAllowed } from '../parts/not-allowed.js';
import { Problem } from '../parts/problem.js';
import { TableHead } from '../parts/table-head.js';
import { Tabs } from '../parts/tabs.js';
import { call } from '../server/call.js';
import { useRights } from '../session/use-rights.js';
import { Card, Page } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { FindForm } from './find-form.js';
import { SlipStatus } from './slip-status.js';

interface Task {
  /** Only slips with one of these statuses can wait for the task. */
  readonly statuses: readonly string[];
  readonly isWaiting: (slip: ListedSlip) => boolean;
}

const { ordered, shipped, correctionRequested } = slipStatus;

/**
 * First the tasks of a seller, then the task of a buyer. The possible actions of a slip show whether the slip waits for
 * the user.
 */
const tasks = {
  confirm: { statuses: [ordered], isWaiting: ({ actions }) => actions.includes('confirm') },
  ship: {
    statuses: [ordered, correctionRequested],
    isWaiting: ({ actions }) => actions.includes('ship') && !actions.includes('confirm'),
  },
  receive: { statuses: [shipped, correctionRequested], isWaiting: ({ actions }) => actions.includes('receive') },
} as const satisfies Readonly<Record<string, Task>>;
type TaskName = keyof typeof tasks;
const taskNames = Object.keys(tasks) as readonly TaskName[];

/** The page on which the user finds a slip by its number, and sees which slips wait for the member. */
export function SlipsPage() {
  const { t } = useTexts();
  const [, go] = useLocation();
  const [search, setSearch] = useSearchParams();
  const { may } = useRights();
  const missing = (['list', 'update'] as const).filter((right) => !may(right));
  const task = taskNames.find((name) => name === search.get('task')) ?? 'confirm';
  return (
    <Page title={t.slips.title} lead={t.slips.lead}>
      <FindForm
        label={t.slips.number}
        help={t.slips.numberHelp}
        verb={t.slips.find}
        icon="search"
        onFind={(number) => go(`/slips/${encodeURIComponent(number)}`)}
      />
      {missing.length > 0 ? (
        <NotAllowed rights={missing} />
      ) : (
        <Tabs
          label={t.slips.tasks}
          tabs={taskNames.map((name) => [name, t.slips.taskNames[name]] as const)}
          chosen={task}
          onChoose={(name) => setSearch(name === 'confirm' ? {} : { task: name })}
        >
          <TaskList key={task} name={task} />
        </Tabs>
      )}
    </Page>
  );
}

/** The slips that wait for one task. The slips that are due first come first. */
function TaskList({ name }: { readonly name: TaskName }) {
  const { t, format } = useTexts();
  const { statuses, isWaiting }: Task = tasks[name];
  const list = useInfiniteQuery({
    queryKey: ['slips', name],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/slips', { query: { status: statuses.join(','), cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
  });
  if (list.error !== null && list.data === undefined)
    return <Problem error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <Loading lines={8} />;
  const slips = list.data.pages.flatMap((page) => page.slips).filter(isWaiting);
  const sorted = slips.toSorted((one, other) => one.deliveryDay.localeCompare(other.deliveryDay));
  const more = list.hasNextPage && (
    <Button isBusy={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
      {t.slips.more}
    </Button>
  );
  if (sorted.length === 0) {
    return (
      <Empty icon="done" title={t.slips.nothingWaits} action={more}>
        {list.hasNextPage ? t.slips.moreText : t.slips.nothingWaitsText[name]}
      </Empty>
    );
  }
  const today = formatTokyoDate(Date.now());
  return (
    <Card
      isFlush
      title={t.slips.taskNames[name]}
      actions={
        <Button icon="again" isBusy={list.isFetching} onPress={() => void list.refetch()}>
          {t.orders.reload}
        </Button>
      }
    >
      <table class="table stacking">
        <TableHead
          columns={[t.orders.slip, t.slips.partner, t.state, t.slips.deliveryDay, { right: t.orders.total }]}
        />
        <tbody>
          {sorted.map((slip) => (
            <tr key={slip.tradeId}>
              <th scope="row" class="code-cell">
                <Link href={`/slips/${encodeURIComponent(slip.tradeId)}`}>{slip.checkNumber || slip.tradeId}</Link>
              </th>
              <td data-label={t.slips.partner}>{slip.partner}</td>
              <td data-label={t.state}>
                <SlipStatus code={slip.statusCode} />
              </td>
              <td data-label={t.slips.deliveryDay} class="number">
                <span>
                  {slip.deliveryDay === '' ? '–' : format.day(slip.deliveryDay)}
                  {slip.deliveryDay !== '' && slip.deliveryDay <= today && <span class="tag due">{t.slips.due}</span>}
                </span>
              </td>
              <td data-label={t.orders.total} class="right number">
                {format.yen(slip.total)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {list.hasNextPage && <div class="card-foot">{more}</div>}
    </Card>
  );
}
