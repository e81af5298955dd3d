import { useTexts } from '../texts/use-texts.js';
import type { CalendarDay, DayKind } from './calendar.js';

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

/** Shows days, each with its meaning. In the layout in weeks, each column is a weekday if the window is wide enough. */
export function DayCalendar({
  label,
  days,
  isInWeeks = false,
}: {
  readonly label: string;
  readonly days: readonly CalendarDay[];
  readonly isInWeeks?: boolean;
}) {
  const { t, format } = useTexts();
  const first = new Date(`${days[0]?.day ?? ''}T00:00:00Z`).getUTCDay();
  return (
    <ol class={isInWeeks ? `calendar in-weeks first-${first}` : 'calendar'} aria-label={label}>
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
