import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { UploadedOrder } from '../../../wire/index.js';
import { Icon } from '../parts/icon.js';
import { Refusal } from '../parts/refusal.js';
import { TableHead } from '../parts/table-head.js';
import { useRights } from '../session/use-rights.js';
import type { Format } from '../texts/format.js';
import { useTexts } from '../texts/use-texts.js';

/** The maximum number of orders that are listed. Refused orders come first. */
const shownOrders = 300;

/**
 * Returns the line of the file that belongs to an order or to one of its fields. The line is undefined if the file has
 * no such line.
 */
export type LineOf = (order: UploadedOrder, item?: string) => number | undefined;

/** Shows the outcome of each order, with its line in the file. */
export function OrderOutcomes({
  results,
  isCheck,
  lineOf = () => undefined,
}: {
  readonly results: readonly UploadedOrder[];
  readonly isCheck: boolean;
  readonly lineOf?: LineOf;
}) {
  const { t, format } = useTexts();
  const { may } = useRights();
  // Of an earlier upload only the refused orders are in the file.
  const [isRefusedOnly, setRefusedOnly] = useState(
    () => new Set(results.map((order) => lineOf(order) === undefined)).size > 1,
  );
  const refused = results.filter(({ isAccepted }) => !isAccepted);
  const isMixed = refused.length > 0 && refused.length < results.length;
  if (results.length === 0) return null;
  const ordered = (isMixed && isRefusedOnly ? refused : results).toSorted(
    (one, other) => Number(one.isAccepted) - Number(other.isAccepted) || one.seq - other.seq,
  );
  const first = ordered.some((order) => lineOf(order) !== undefined) ? t.orders.line : t.recordsPage.number;
  return (
    <>
      {isMixed && (
        <label class="check outcome-filter">
          <input
            type="checkbox"
            checked={isRefusedOnly}
            onChange={(event) => setRefusedOnly(event.currentTarget.checked)}
          />
          <span>{t.orders.refusedOnly(format.number(refused.length))}</span>
        </label>
      )}
      <table class="table stacking outcomes">
        <TableHead columns={[{ right: first }, t.orders.uploadNo, t.orders.outcome, t.orders.slip]} />
        <tbody>
          {ordered.slice(0, shownOrders).map((order) => {
            const lineWords = (item: string) => {
              const line = lineOf(order, item);
              return line === undefined ? '' : `${t.orders.line} ${format.number(line)} · `;
            };
            return (
              <tr key={order.seq}>
                <td class="right number" data-label={first}>
                  {first === t.orders.line ? lineText(lineOf(order), format) : format.number(order.seq)}
                </td>
                <th scope="row" class="code-cell">
                  {order.uploadNo}
                </th>
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
                            {lineWords(said.item)}
                            <code>{said.item}</code>
                          </span>
                          <Refusal said={said} />
                        </li>
                      ))}
                    </ul>
                  )}
                </td>
                <td data-label={t.orders.slip} class="code-cell">
                  {order.tradeId === '' ? (
                    '–'
                  ) : may('trade') ? (
                    <Link href={`/slips/${encodeURIComponent(order.tradeId)}`}>
                      {order.checkNumber || order.tradeId}
                    </Link>
                  ) : (
                    order.checkNumber || order.tradeId
                  )}
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

/** An order that is no longer in the file has no line. */
function lineText(line: number | undefined, format: Format): string {
  return line === undefined ? '–' : format.number(line);
}
