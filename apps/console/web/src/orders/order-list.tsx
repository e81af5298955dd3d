import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/preact-query';
import { formatTokyoDate } from '@trading-platform/domain-types';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useSearchParams } from 'wouter-preact';
import type { ListedOrder } from '../../../wire/index.js';
import { Button } from '../parts/button.js';
import { Empty } from '../parts/empty.js';
import { Loading } from '../parts/loading.js';
import { Notice } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { call } from '../server/call.js';
import { type CallError, callErrorOf } from '../server/call-error.js';
import { useRights } from '../session/use-rights.js';
import { Card } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { type OrderChoice, OrderFilters, periods } from './order-filters.js';
import { OrderTable } from './order-table.js';
import { readSort, sortOrders, writeSort } from './sort-orders.js';

/** The value of `status_code` that means "planned". */
const planned = '10';
/** The maximum number of orders that can be sent at once. */
const mostOrders = 1_000;
/** The number of pages that are loaded without being asked for, so that the sequence is right for most lists. */
const pagesAtOnce = 4;
/** The number of rows that are drawn at first, and that the user can add at each further step. */
const rowsPerStep = 100;
const msPerDay = 86_400_000;

/**
 * Lists the orders of the member. The user can send planned orders. An order is sent only if it still has the version
 * that the user saw.
 */
export function OrderList({ isPlannedOnly }: { readonly isPlannedOnly: boolean }) {
  const { t, format } = useTexts();
  const client = useQueryClient();
  const { choice, choose, isNarrowed } = useOrderChoice(isPlannedOnly);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<readonly ListedOrder[]>([]);
  const [shown, setShown] = useState(rowsPerStep);
  const canSend = useRights().may('order') && isPlannedOnly;
  const list = useOrders(choice, isPlannedOnly);
  const sort = readSort(choice.sort);
  const orders = useMemo(
    () => sortOrders(list.data?.pages.flatMap((page) => page.orders) ?? [], sort),
    [list.data, choice.sort],
  );
  const send = useMutation({
    mutationFn: (wanted: readonly ListedOrder[]) =>
      call('POST /api/orders/generate', {
        body: { orders: wanted.map(({ tradeId, version }) => ({ tradeId, version })) },
      }),
    onMutate: setAsked,
    onSuccess: async () => {
      setChosen(new Set());
      await client.invalidateQueries({ queryKey: ['orders'] });
    },
  });
  const problem = send.error === null ? undefined : callErrorOf(send.error);
  const refused = Map.groupBy(problem?.fields ?? [], ({ item }) => asked[placeOf(item)]?.tradeId ?? '');
  const reload = async () => {
    send.reset();
    setChosen(new Set());
    await client.invalidateQueries({ queryKey: ['orders'] });
  };
  const wanted = orders.filter(({ tradeId }) => chosen.has(tradeId));
  if (list.error !== null && orders.length === 0)
    return <Problem error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined && !isNarrowed) return <Loading lines={8} />;
  const isLookingOn = list.isFetchingNextPage || list.isGoingOn;
  return (
    <>
      {send.data !== undefined && <Notice kind="good" title={t.orders.sent(format.number(send.data.orders.length))} />}
      {problem !== undefined && <SendProblem problem={problem} onReload={() => void reload()} />}
      <Card
        isFlush
        title={isPlannedOnly ? t.orders.planned : t.orders.all}
        actions={
          <div class="filters">
            {canSend && orders.length > 0 && (
              <Button
                kind="main"
                icon="upload"
                isBusy={send.isPending}
                isDisabled={wanted.length === 0 || wanted.length > mostOrders}
                onPress={() => send.mutate(wanted)}
              >
                {t.orders.generate(format.number(wanted.length))}
              </Button>
            )}
            <Button icon="again" isBusy={list.isFetching} onPress={() => void reload()}>
              {t.orders.reload}
            </Button>
          </div>
        }
      >
        <OrderFilters choice={choice} hasStatus={!isPlannedOnly} onChoose={choose} />
        <p class="list-count small soft" role="status">
          {list.hasNextPage
            ? t.orders.countSoFar(format.number(orders.length))
            : t.orders.count(format.number(orders.length))}
        </p>
        {list.data === undefined || (orders.length === 0 && isLookingOn) ? (
          <Loading lines={8} />
        ) : orders.length === 0 ? (
          <NoOrders isPlannedOnly={isPlannedOnly} isNarrowed={isNarrowed} hasMore={list.hasNextPage} />
        ) : (
          <OrderTable
            orders={orders.slice(0, shown)}
            sort={sort}
            onSort={(by) => choose({ sort: writeSort({ by, isDown: sort.by === by ? !sort.isDown : false }) })}
            chosen={canSend ? chosen : undefined}
            areAllChosen={wanted.length === orders.length}
            refused={refused}
            onChoose={setChosen}
            onChooseAll={(all) => setChosen(new Set(all ? orders.map(({ tradeId }) => tradeId) : []))}
          />
        )}
        {(orders.length > shown || (list.hasNextPage && !list.isGoingOn)) && (
          <div class="card-foot">
            <Button
              isBusy={isLookingOn}
              onPress={() => {
                if (orders.length > shown) setShown(shown + rowsPerStep);
                else void list.fetchNextPage();
              }}
            >
              {t.orders.more}
            </Button>
          </div>
        )}
      </Card>
    </>
  );
}

/** The choice of the user, which the address of the page contains. */
function useOrderChoice(isPlannedOnly: boolean) {
  const [search, setSearch] = useSearchParams();
  const usual = isPlannedOnly ? 'any' : '30';
  const choice: OrderChoice = {
    period: periods.find((name) => name === search.get('days')) ?? usual,
    status: search.get('status') ?? '',
    partner: search.get('partner') ?? '',
    sort: writeSort(readSort(search.get('sort'))),
  };
  const choose = (part: Partial<OrderChoice>) => {
    const { period, status, partner, sort } = { ...choice, ...part };
    const all = { view: search.get('view') ?? '', days: period === usual ? '' : period, status, partner, sort };
    setSearch(Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')), { replace: true });
  };
  return { choice, choose, isNarrowed: choice.period !== 'any' || choice.status !== '' || choice.partner !== '' };
}

/** Loads the orders, the first pages one after the other without being asked for. */
function useOrders({ period, status, partner }: OrderChoice, isPlannedOnly: boolean) {
  const from = period === 'any' ? undefined : formatTokyoDate(Date.now() - (Number(period) - 1) * msPerDay);
  const query = {
    status: isPlannedOnly ? planned : status || undefined,
    partner: partner || undefined,
    from,
  };
  const list = useInfiniteQuery({
    queryKey: ['orders', query],
    queryFn: ({ pageParam, signal }) => call('GET /api/orders', { query: { ...query, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
  });
  const isGoingOn = list.hasNextPage && (list.data?.pages.length ?? 0) < pagesAtOnce && list.error === null;
  useEffect(() => {
    if (isGoingOn && !list.isFetching) void list.fetchNextPage();
  }, [isGoingOn, list.isFetching]);
  return { ...list, isGoingOn };
}

function NoOrders({
  isPlannedOnly,
  isNarrowed,
  hasMore,
}: {
  readonly isPlannedOnly: boolean;
  readonly isNarrowed: boolean;
  readonly hasMore: boolean;
}) {
  const { t } = useTexts();
  if (hasMore) return <Empty icon="search" title={t.orders.noneYet} />;
  if (isNarrowed) {
    return (
      <Empty icon="search" title={t.orders.noneFits}>
        {t.orders.noneFitsText}
      </Empty>
    );
  }
  return (
    <Empty icon="orders" title={isPlannedOnly ? t.orders.noPlanned : t.orders.none}>
      {isPlannedOnly ? t.orders.noPlannedText : t.orders.noneText}
    </Empty>
  );
}

function SendProblem({ problem, onReload }: { readonly problem: CallError; readonly onReload: () => void }) {
  const { t } = useTexts();
  if (problem.code !== 'conflict') return <Problem error={problem} isMarked={(item) => placeOf(item) >= 0} />;
  return (
    <Notice
      kind="warn"
      title={t.orders.conflict}
      action={
        <Button isSmall icon="again" onPress={onReload}>
          {t.orders.reload}
        </Button>
      }
    >
      <p>{t.orders.conflictText}</p>
      <p class="small soft">
        {t.requestId} <code>{problem.requestId}</code>
      </p>
    </Notice>
  );
}

/** Returns the index of the list element that a defect is about. For `trade_id_list[3]` the index is 3. */
function placeOf(item: string): number {
  return Number(/\[(\d+)\]/.exec(item)?.[1] ?? -1);
}
