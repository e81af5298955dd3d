import { Link } from 'wouter-preact';
import type { FieldError, ListedOrder } from '../../../wire/index.js';
import { partnerPath } from '../partners/paths.js';
import { Refusal } from '../parts/refusal.js';
import { SortHead } from '../parts/sort-head.js';
import { useSession } from '../session/session-context.js';
import { useRights } from '../session/use-rights.js';
import { SlipStatus } from '../slips/slip-status.js';
import { useTexts } from '../texts/use-texts.js';
import { type OrderSort, orderSorts, type SortedBy } from './sort-orders.js';

/** Shows orders, each with a link to its slip. Orders that the user may send can be chosen. */
export function OrderTable({
  orders,
  sort,
  onSort,
  chosen,
  areAllChosen,
  refused,
  onChoose,
  onChooseAll,
}: {
  readonly orders: readonly ListedOrder[];
  readonly sort: SortedBy;
  readonly onSort: (by: OrderSort) => void;
  /** The `trade_id`s of the chosen orders. Undefined if the user cannot choose orders. */
  readonly chosen: ReadonlySet<string> | undefined;
  readonly areAllChosen: boolean;
  /** Why orders were refused, by their `trade_id`. */
  readonly refused: ReadonlyMap<string, readonly FieldError[]>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  readonly onChooseAll: (areChosen: boolean) => void;
}) {
  const { t } = useTexts();
  const toggle = (tradeId: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(tradeId);
    else next.delete(tradeId);
    onChoose(next);
  };
  return (
    <table class="table stacking order-table">
      <thead>
        <tr>
          {chosen !== undefined && (
            <th scope="col">
              <input
                type="checkbox"
                aria-label={t.orders.chooseAll}
                checked={areAllChosen}
                onChange={(event) => onChooseAll(event.currentTarget.checked)}
              />
            </th>
          )}
          {columns.map((name) => (
            <SortHead
              key={name}
              words={t.orders.sorts[name]}
              isRight={name === 'total'}
              direction={sort.by === name ? (sort.isDown ? 'down' : 'up') : undefined}
              onSort={() => onSort(name)}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderRow
            key={`${order.tradeId} ${order.ownMember}`}
            order={order}
            isChosen={chosen?.has(order.tradeId)}
            refusals={refused.get(order.tradeId) ?? []}
            onToggle={(isChosen) => toggle(order.tradeId, isChosen)}
          />
        ))}
      </tbody>
    </table>
  );
}

/** The name of an order comes first, as in every table. */
const columns: readonly OrderSort[] = ['slip', ...orderSorts.filter((name) => name !== 'slip')];

function OrderRow({
  order,
  isChosen,
  refusals,
  onToggle,
}: {
  readonly order: ListedOrder;
  readonly isChosen: boolean | undefined;
  readonly refusals: readonly FieldError[];
  readonly onToggle: (isChosen: boolean) => void;
}) {
  const { t, format } = useTexts();
  const { may } = useRights();
  const { memberCode } = useSession().user;
  const { sorts } = t.orders;
  const name = order.checkNumber || order.tradeId;
  return (
    <tr class={refusals.length === 0 ? '' : 'has-problem'}>
      {isChosen !== undefined && (
        <td class="choice-cell">
          <input
            type="checkbox"
            aria-label={t.orders.chooseOne(name)}
            checked={isChosen}
            onChange={(event) => onToggle(event.currentTarget.checked)}
          />
        </td>
      )}
      <th scope="row" class="name-cell">
        {may('trade') ? <Link href={slipPath(order)}>{name}</Link> : name}
        {refusals.map((said) => (
          <span key={said.code} class="field-problem">
            <Refusal said={said} />
          </span>
        ))}
      </th>
      <td data-label={sorts.orderDay} class="number">
        {order.orderDay === '' ? '–' : format.plainDay(order.orderDay)}
      </td>
      <td data-label={sorts.uploadNo} class="code-cell">
        {order.uploadNo === '' ? '–' : order.uploadNo}
      </td>
      <td data-label={sorts.status}>
        <SlipStatus code={order.statusCode} />
      </td>
      <td data-label={sorts.partner} title={order.partner}>
        <Link href={partnerPath(order.partner, order.ownMember === memberCode ? '' : order.ownMember)}>
          {order.partnerName || order.partner}
        </Link>
      </td>
      <td data-label={sorts.wishedDay} class="number">
        {order.wishedDay === '' ? '–' : format.plainDay(order.wishedDay)}
      </td>
      <td data-label={sorts.total} class="right number">
        {format.yen(order.total)}
      </td>
    </tr>
  );
}

function slipPath({ tradeId, ownMember }: ListedOrder): string {
  return `/slips/${encodeURIComponent(tradeId)}?${new URLSearchParams({ self: ownMember })}`;
}
