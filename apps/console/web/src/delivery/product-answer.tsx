import type { DeliveryDateOfProduct } from '../../../wire/index.js';
import { Icon } from '../parts/icon.js';
import { Refusal } from '../parts/refusal.js';
import { Card } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { type CalendarDay, calendarOf, type DayKind } from './calendar.js';

/** Shows the delivery date of one product, a calendar of the days until then, and the steps in words. */
export function ProductAnswer({ product, wish }: { readonly product: DeliveryDateOfProduct; readonly wish: string }) {
  const { t, language, format } = useTexts();
  const { catalogId, shortestDay, errors, steps } = product;
  // If a product has no delivery date, the calendar does not mark the wished day.
  const days = shortestDay === undefined ? calendarOf(steps, '', false) : calendarOf(steps, wish, errors.length === 0);
  return (
    <Card
      title={
        <>
          {t.delivery.product} <code>{catalogId}</code>
        </>
      }
    >
      {shortestDay === undefined ? (
        <p class="answer none">{t.delivery.noDay}</p>
      ) : (
        <p class="answer">
          <span class="soft small">{t.delivery.shortest}</span>
          <strong>{format.day(shortestDay)}</strong>
        </p>
      )}
      {errors.map((said) => (
        <p key={said.code} class="field-problem">
          <Icon name="bad" size={15} />
          <Refusal said={said} />
        </p>
      ))}
      {wish !== '' && errors.length === 0 && (
        <p class="wish-good">
          <Icon name="done" size={15} /> {t.delivery.wishPossible(format.day(wish))}
        </p>
      )}
      {days.length > 0 && <Calendar days={days} />}
      <h3 class="steps-title">{t.delivery.steps}</h3>
      <ol class="steps">
        {steps.map((step, index) => (
          <li key={index} class={step.from !== '' && step.from !== step.to ? 'step moved' : 'step'}>
            {step.text[language]}
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** If a day has several kinds, the first kind in this list decides its colour. */
const strongest: readonly DayKind[] = [
  'shortest',
  'wish-impossible',
  'not-traded',
  'not-counted',
  'not-received',
  'received',
  'sent',
  'closed',
  'warned',
  'wished',
  'counted',
];

function Calendar({ days }: { readonly days: readonly CalendarDay[] }) {
  const { t, format } = useTexts();
  return (
    <ol class="calendar" aria-label={t.delivery.calendar}>
      {days.map(({ day, kinds }) => (
        <li key={day} class={`day day-${strongest.find((kind) => kinds.includes(kind)) ?? 'plain'}`}>
          <p class="day-date">
            <span class="day-number number">{format.shortDay(day)}</span>{' '}
            <span class="small">{format.weekday(day)}</span>
          </p>
          {kinds.map((kind) => (
            <p key={kind} class="day-kind">
              {t.delivery.kinds[kind]}
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
}
