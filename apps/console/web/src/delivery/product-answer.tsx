import { Link } from 'wouter-preact';
import type { DeliveryDateOfProduct } from '../../../wire/index.js';
import { Icon } from '../parts/icon.js';
import { Refusal } from '../parts/refusal.js';
import { Card } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { calendarOf } from './calendar.js';
import { DayCalendar } from './day-calendar.js';

/** Shows the delivery date of one product, a calendar of the days until then, and the steps in words. */
export function ProductAnswer({
  product,
  wish,
  address,
}: {
  readonly product: DeliveryDateOfProduct;
  readonly wish: string;
  /** The address of the page of the product. Absent on this page itself. */
  readonly address?: string;
}) {
  const { t, language, format } = useTexts();
  const { catalogId, shortestDay, errors, steps } = product;
  // If a product has no delivery date, the calendar does not mark the wished day.
  const days = shortestDay === undefined ? calendarOf(steps, '', false) : calendarOf(steps, wish, errors.length === 0);
  return (
    <Card
      title={
        <>
          {address === undefined ? t.delivery.title : <Link href={address}>{t.delivery.product}</Link>}{' '}
          <code>{catalogId}</code>
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
      {days.length > 0 && <DayCalendar label={t.delivery.calendar} days={days} />}
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
