import type { ClosingTerm, NonTradingTerm, PartnerTerms } from '../../../wire/index.js';
import { useTexts } from '../texts/use-texts.js';

/** A Sunday. The names of the weekdays are derived from this day and the days after it. */
const sunday = '2026-01-04';

/** Describes the settings with a partner in words: closing times, and days without delivery. */
export function TermsWords({ terms }: { readonly terms: PartnerTerms }) {
  const { t } = useTexts();
  const { closing_list: closings, nottrade_list: rules } = terms;
  return (
    <>
      <h3>{t.partners.closings}</h3>
      {closings.length === 0 ? (
        <p class="soft">{t.partners.noClosings}</p>
      ) : (
        <ul class="terms">
          {closings.map((term, index) => (
            <li key={index}>
              <Closing term={term} />
            </li>
          ))}
        </ul>
      )}
      <h3>{t.partners.rules}</h3>
      {rules.length === 0 ? (
        <p class="soft">{t.partners.noRules}</p>
      ) : (
        <ul class="terms">
          {rules.map((term, index) => (
            <li key={index}>
              <Rule term={term} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Closing({ term }: { readonly term: ClosingTerm }) {
  const { t, format } = useTexts();
  const { target, closing_time: time, delivery_period: period, set_name: name, change_app_date: from } = term;
  const targets: Readonly<Record<string, string>> = t.partners.targets;
  return (
    <>
      <p>
        <strong>{targets[target] ?? target}</strong>: {time === '' ? t.partners.neverCloses : t.partners.closesAt(time)}
        {t.partners.and}
        {t.partners.period(Number(period))}
      </p>
      <Origin
        term={term}
        more={[...(name === '' ? [] : [name]), ...(from === '' ? [] : [t.partners.from(format.plainDay(from))])]}
      />
    </>
  );
}

function Rule({ term }: { readonly term: NonTradingTerm }) {
  const { t, format } = useTexts();
  const {
    rule,
    week_flg: week,
    first_date: first,
    last_date: last,
    holiday_flg: holidays,
    warning_type: effect,
  } = term;
  const dateOf = (text: string) => (text.length === 5 ? format.shortDay(`2024-${text}`) : format.plainDay(text));
  const words: Readonly<Record<string, () => string>> = {
    weekly: () => t.partners.weekly(weekdaysOf(week, format.weekday).join(t.partners.comma)),
    yearly: () => t.partners.yearly(dateOf(first)),
    range: () => t.partners.range(dateOf(first), dateOf(last)),
    'yearly-range': () => t.partners.yearlyRange(dateOf(first), dateOf(last)),
  };
  const days = [words[rule]?.() ?? '', holidays === '1' ? t.partners.holidays : ''].filter((part) => part !== '');
  return (
    <>
      <p>
        <strong>{days.join(t.partners.comma)}</strong>:{' '}
        {effect === '1' ? t.partners.onlyWarned : t.partners.notDelivered}
      </p>
      <Origin term={term} more={[]} />
    </>
  );
}

/** The member and the destination to which a setting applies. */
function Origin({
  term: { general_flg: general, member_code_order_to: destination },
  more,
}: {
  readonly term: Pick<ClosingTerm, 'general_flg' | 'member_code_order_to'>;
  readonly more: readonly string[];
}) {
  const { t } = useTexts();
  const words = [
    general === '1' ? t.partners.general : t.partners.ofPair,
    ...(destination === '' ? [] : [t.partners.destination(destination)]),
    ...more,
  ];
  return <p class="small soft">{words.join(' · ')}</p>;
}

function weekdaysOf(flags: string, nameOf: (day: string) => string): readonly string[] {
  const first = Number(sunday.slice(-2));
  return Array.from(flags).flatMap((flag, index) =>
    flag === '1' ? [nameOf(`${sunday.slice(0, -2)}${String(first + index).padStart(2, '0')}`)] : [],
  );
}
