import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { FieldError, ListedOrder } from '../../../wire/index.js';
import { useFunctions } from '../batches/use-functions.js';
import { Button } from '../parts/button.js';
import { Empty } from '../parts/empty.js';
import { Loading } from '../parts/loading.js';
import { Notice } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { Refusal } from '../parts/refusal.js';
import { call } from '../server/call.js';
import { callErrorOf } from '../server/call-error.js';
import { useRights } from '../session/use-rights.js';
import { Card } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';

/** The value of `status_code` that means "planned". */
const planned = '10';
/** The maximum number of orders that can be sent at once. */
const mostOrders = 1_000;

/**
 * Lists the orders of the member. The user can send planned orders. An order is sent only if it still has the version
 * that the user saw.
 */
export function OrderList({ isPlannedOnly }: { readonly isPlannedOnly: boolean }) {
  const { t, format } = useTexts();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<readonly ListedOrder[]>([]);
  const canSend = useRights().may('order') && isPlannedOnly;
  const status = isPlannedOnly ? planned : undefined;
  const list = useInfiniteQuery({
    queryKey: ['orders', status],
    queryFn: ({ pageParam, signal }) => call('GET /api/orders', { query: { status, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
  });
  const orders = (list.data?.pages ?? []).flatMap((page) => page.orders);
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
  const toggle = (tradeId: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(tradeId);
    else next.delete(tradeId);
    setChosen(next);
  };
  if (list.error !== null && orders.length === 0)
    return <Problem error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <Loading lines={8} />;
  return (
    <>
      {send.data !== undefined && <Notice kind="good" title={t.orders.sent(format.number(send.data.orders.length))} />}
      {problem?.code === 'conflict' ? (
        <Notice
          kind="warn"
          title={t.orders.conflict}
          action={
            <Button isSmall icon="again" onPress={() => void reload()}>
              {t.orders.reload}
            </Button>
          }
        >
          <p>{t.orders.conflictText}</p>
          <p class="small soft">
            {t.requestId} <code>{problem.requestId}</code>
          </p>
        </Notice>
      ) : (
        problem !== undefined && <Problem error={problem} isMarked={(item) => placeOf(item) >= 0} />
      )}
      {orders.length === 0 ? (
        <Empty icon="orders" title={isPlannedOnly ? t.orders.noPlanned : t.orders.none}>
          {isPlannedOnly ? t.orders.noPlannedText : t.orders.noneText}
        </Empty>
      ) : (
        <Card
          isFlush
          title={isPlannedOnly ? t.orders.planned : t.orders.all}
          actions={
            <div class="filters">
              {canSend && (
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
          <table class="table stacking">
            <thead>
              <tr>
                {canSend && (
                  <th scope="col">
                    <input
                      type="checkbox"
                      aria-label={t.orders.chooseAll}
                      checked={wanted.length === orders.length}
                      onChange={(event) =>
                        setChosen(new Set(event.currentTarget.checked ? orders.map(({ tradeId }) => tradeId) : []))
                      }
                    />
                  </th>
                )}
                <th scope="col">{t.orders.slip}</th>
                <th scope="col">{t.orders.uploadNo}</th>
                <th scope="col">{t.state}</th>
                <th scope="col">{t.orders.ownAndPartner}</th>
                <th scope="col">{t.orders.wishedDay}</th>
                <th scope="col" class="right">
                  {t.orders.total}
                </th>
                <th scope="col" class="right">
                  {t.orders.version}
                </th>
              </tr>
            </thead>
            <tbody>
              {orders.map((order) => (
                <OrderRow
                  key={`${order.tradeId} ${order.ownMember}`}
                  order={order}
                  isChosen={canSend ? chosen.has(order.tradeId) : undefined}
                  refusals={refused.get(order.tradeId) ?? []}
                  onToggle={(isChosen) => toggle(order.tradeId, isChosen)}
                />
              ))}
            </tbody>
          </table>
          {list.hasNextPage && (
            <div class="card-foot">
              <Button isBusy={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
                {t.orders.more}
              </Button>
            </div>
          )}
        </Card>
      )}
    </>
  );
}

function OrderRow({
  order,
  isChosen,
  refusals,
  onToggle,
}: {
  readonly order: ListedOrder;
  /** The choice is undefined if the user cannot choose orders. */
  readonly isChosen: boolean | undefined;
  readonly refusals: readonly FieldError[];
  readonly onToggle: (isChosen: boolean) => void;
}) {
  const { t, format } = useTexts();
  const statusOf = useSlipStatus();
  const { may } = useRights();
  return (
    <tr class={refusals.length === 0 ? '' : 'has-problem'}>
      {isChosen !== undefined && (
        <td class="choice-cell">
          <input
            type="checkbox"
            aria-label={t.orders.chooseOne(order.tradeId)}
            checked={isChosen}
            onChange={(event) => onToggle(event.currentTarget.checked)}
          />
        </td>
      )}
      <th scope="row" class="code-cell">
        {may('trade') ? <Link href={slipPath(order)}>{order.tradeId}</Link> : order.tradeId}
        {refusals.map((said) => (
          <span key={said.code} class="field-problem">
            <Refusal said={said} />
          </span>
        ))}
      </th>
      <td data-label={t.orders.uploadNo} class="code-cell">
        {order.uploadNo === '' ? '–' : order.uploadNo}
      </td>
      <td data-label={t.state}>{statusOf(order.statusCode)}</td>
      <td data-label={t.orders.ownAndPartner}>
        <span class="number">
          {order.ownMember}
          {'\u00a0'}– {order.partner}
        </span>
      </td>
      <td data-label={t.orders.wishedDay} class="number">
        {order.wishedDay === '' ? '–' : format.day(order.wishedDay)}
      </td>
      <td data-label={t.orders.total} class="right number">
        {format.yen(order.total)}
      </td>
      <td data-label={t.orders.version} class="right number">
        {order.version}
      </td>
    </tr>
  );
}

function slipPath({ tradeId, ownMember }: ListedOrder): string {
  return `/slips/${encodeURIComponent(tradeId)}?${new URLSearchParams({ self: ownMember })}`;
}

/** Returns the meaning of a status, as the description of the slip download gives it. */
function useSlipStatus(): (code: string) => string {
  const { language } = useTexts();
  const values = useFunctions()
    .downloadOf('trade')
    ?.request.find(({ name }) => name === 'status_code')?.values;
  return (code) => values?.find(({ value }) => value === code)?.label[language] ?? code;
}

/** Returns the index of the list element that a defect is about. For `trade_id_list[3]` the index is 3. */
function placeOf(item: string): number {
  return Number(/\[(\d+)\]/.exec(item)?.[1] ?? -1);
}
