import type { UploadedOrder } from '../../../wire/index.js';
import { Icon } from '../parts/icon.js';
import { TableHead } from '../parts/table-head.js';
import { useTexts } from '../texts/use-texts.js';
import { itemOf, placeOf } from './order-mark.js';
import type { OrderPlace } from './read-orders.js';

/** Most orders that are listed: those that were refused come first. */
const shownOrders = 300;

/** What has become of each order, at its line. */
export function OrderOutcomes({
  results,
  places,
  isCheck,
}: {
  readonly results: readonly UploadedOrder[];
  readonly places: readonly OrderPlace[];
  readonly isCheck: boolean;
}) {
  const { t, language, format } = useTexts();
  if (results.length === 0) return null;
  const ordered = results.toSorted(
    (one, other) => Number(one.isAccepted) - Number(other.isAccepted) || one.seq - other.seq,
  );
  return (
    <>
      <table class="table stacking">
        <TableHead
          columns={[
            { right: places.length === 0 ? t.recordsPage.number : t.orders.line },
            t.orders.uploadNo,
            t.orders.outcome,
            t.orders.slip,
          ]}
        />
        <tbody>
          {ordered.slice(0, shownOrders).map((order) => {
            const line = places[order.seq - 1]?.line;
            return (
              <tr key={order.seq}>
                <td class="right number" data-label={t.orders.line}>
                  {format.number(line ?? order.seq)}
                </td>
                <th scope="row">{order.uploadNo}</th>
                <td>
                  <span class={order.isAccepted ? 'state state-finished' : 'state state-failed'}>
                    <Icon name={order.isAccepted ? 'done' : 'bad'} size={15} />
                    {order.isAccepted ? (isCheck ? t.orders.good : t.orders.accepted) : t.orders.refused}
                  </span>
                  {order.errors.length > 0 && (
                    <ul class="order-errors">
                      {order.errors.map((said) => (
                        <li key={said.item + said.code}>
                          <span class="small soft">
                            <LineOf order={order} item={said.item} places={places} /> <code>{said.item}</code>
                          </span>
                          <br />
                          <code>{said.code}</code> {said.meaning[language]}
                        </li>
                      ))}
                    </ul>
                  )}
                </td>
                <td data-label={t.orders.slip}>
                  {order.tradeId === '' ? '–' : `${order.checkNumber} (${order.tradeId})`}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {ordered.length > shownOrders && (
        <p class="card-foot small soft">{t.orders.moreOrders(format.number(ordered.length - shownOrders))}</p>
      )}
    </>
  );
}

/** The line of the file that is meant, where it has lines. */
function LineOf({
  order,
  item,
  places,
}: {
  readonly order: UploadedOrder;
  readonly item: string;
  readonly places: readonly OrderPlace[];
}) {
  const { t, format } = useTexts();
  const { line } = placeOf({ item: itemOf(order, item) }, places);
  return line === undefined ? null : `${t.orders.line} ${format.number(line)} ·`;
}
