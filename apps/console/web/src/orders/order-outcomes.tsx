import { Icon } from '../parts/icon.js';
import { Card } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { lineOfError, type OrderOutcome } from './order-file.js';

/** Most orders that are listed: those that were refused come first. */
const shownOrders = 300;

/** What has become of each order, at its line. */
export function OrderOutcomes({
  outcomes,
  isCheck,
}: {
  readonly outcomes: readonly OrderOutcome[];
  readonly isCheck: boolean;
}) {
  const { t, language, format } = useTexts();
  if (outcomes.length === 0) return null;
  const ordered = outcomes.toSorted(
    (one, other) => Number(one.order.isAccepted) - Number(other.order.isAccepted) || one.line - other.line,
  );
  return (
    <Card title={t.orders.outcomes} isFlush>
      <table class="table stacking">
        <thead>
          <tr>
            <th scope="col" class="right">
              {t.orders.line}
            </th>
            <th scope="col">{t.orders.uploadNo}</th>
            <th scope="col">{t.orders.outcome}</th>
            <th scope="col">{t.orders.slip}</th>
          </tr>
        </thead>
        <tbody>
          {ordered.slice(0, shownOrders).map((outcome) => {
            const { order, line } = outcome;
            return (
              <tr key={order.seq}>
                <td class="right number" data-label={t.orders.line}>
                  {line === 0 ? order.seq : line}
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
                            {t.orders.line} {format.number(lineOfError(outcome, said))} · <code>{said.item}</code>
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
    </Card>
  );
}
