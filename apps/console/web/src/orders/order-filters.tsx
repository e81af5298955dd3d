import { useQuery } from '@tanstack/preact-query';
import { useId } from 'preact/hooks';
import { Field } from '../parts/field.js';
import { call } from '../server/call.js';
import { useSlipWords } from '../slips/use-slip-words.js';
import { useTexts } from '../texts/use-texts.js';
import { orderSorts, readSort, writeSort } from './sort-orders.js';

/** The periods of order days that the user can choose, in days before today. */
export const periods = ['1', '7', '30', '365', 'any'] as const;
export type Period = (typeof periods)[number];

/** Which orders are listed, and in which sequence. `""` selects every status or partner. */
export interface OrderChoice {
  readonly period: Period;
  readonly status: string;
  readonly partner: string;
  readonly sort: string;
}

/** Lets the user choose which orders are listed, and in which sequence. */
export function OrderFilters({
  choice,
  hasStatus,
  onChoose,
}: {
  readonly choice: OrderChoice;
  readonly hasStatus: boolean;
  readonly onChoose: (part: Partial<OrderChoice>) => void;
}) {
  const { t } = useTexts();
  const { statuses } = useSlipWords();
  const partnersId = useId();
  const partners = useQuery({ queryKey: ['partners'], queryFn: () => call('GET /api/partners') }).data?.partners ?? [];
  const { by, isDown } = readSort(choice.sort);
  return (
    <div class="list-filters">
      <Field label={t.orders.orderDay}>
        {(names) => (
          <select
            {...names}
            class="input"
            value={choice.period}
            onChange={(event) => onChoose({ period: event.currentTarget.value as Period })}
          >
            {periods.map((period) => (
              <option key={period} value={period}>
                {t.orders.periods[period]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {hasStatus && (
        <Field label={t.state}>
          {(names) => (
            <select
              {...names}
              class="input"
              value={choice.status}
              onChange={(event) => onChoose({ status: event.currentTarget.value })}
            >
              <option value="">{t.orders.anyStatus}</option>
              {statuses.map(({ code, words }) => (
                <option key={code} value={code}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <Field label={t.slips.partner}>
        {(names) => (
          <>
            <input
              {...names}
              class="input"
              list={partnersId}
              maxLength={8}
              placeholder={t.orders.anyPartner}
              value={choice.partner}
              onChange={(event) => onChoose({ partner: event.currentTarget.value.trim() })}
            />
            <datalist id={partnersId}>
              {partners.map(({ memberCode, name }) => (
                <option key={memberCode} value={memberCode}>
                  {name}
                </option>
              ))}
            </datalist>
          </>
        )}
      </Field>
      <div class="sort-filter">
        <Field label={t.orders.sortedBy}>
          {(names) => (
            <select
              {...names}
              class="input"
              value={writeSort({ by, isDown })}
              onChange={(event) => onChoose({ sort: event.currentTarget.value })}
            >
              {orderSorts.flatMap((name) =>
                [true, false].map((down) => {
                  const value = writeSort({ by: name, isDown: down });
                  return (
                    <option key={value} value={value}>
                      {`${t.orders.sorts[name]} ${down ? '↓' : '↑'}`}
                    </option>
                  );
                }),
              )}
            </select>
          )}
        </Field>
      </div>
    </div>
  );
}
