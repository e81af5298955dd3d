import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { ConsoleEvent } from '../../../wire/index.js';
import { Empty } from '../parts/empty.js';
import { Loading } from '../parts/loading.js';
import { Problem } from '../parts/problem.js';
import { TableHead } from '../parts/table-head.js';
import { useRights } from '../session/use-rights.js';
import { Card } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { useEventWords } from './use-event-words.js';
import { useLiveEvents } from './use-live-events.js';

/** The types that the user can choose, in the form that the platform reads. An empty text selects all types. */
const choices = { all: '', trade: 'trade.*', batch: 'batch.*', master: 'master.changed,setting.changed' } as const;
type Choice = keyof typeof choices;

/** The events of the member as they happen. */
export function LiveEventList() {
  const { t } = useTexts();
  const { may } = useRights();
  const [choice, setChoice] = useState<Choice>('all');
  const { events, isLive, error, again } = useLiveEvents(choices[choice]);
  const names = (Object.keys(choices) as Choice[]).filter((name) => name !== 'trade' || may('trade'));
  return (
    <Card
      isFlush
      title={t.events.live}
      actions={
        <div class="filters">
          <label class="filter">
            <span class="hidden">{t.events.kind}</span>
            <select value={choice} onChange={(event) => setChoice(event.currentTarget.value as Choice)}>
              {names.map((name) => (
                <option key={name} value={name}>
                  {t.events.choices[name]}
                </option>
              ))}
            </select>
          </label>
        </div>
      }
    >
      {error !== null && <Problem error={error} onRetry={again} />}
      {!isLive && error === null && <Loading lines={4} />}
      {isLive && events.length === 0 && (
        <Empty icon="events" title={t.events.none}>
          {t.events.noneText}
        </Empty>
      )}
      {events.length > 0 && <EventTable events={events} />}
    </Card>
  );
}

function EventTable({ events }: { readonly events: readonly ConsoleEvent[] }) {
  const { t, format } = useTexts();
  const wordsOf = useEventWords();
  return (
    <table class="table stacking">
      <TableHead columns={[t.events.event, t.events.at, t.member, t.events.facts]} />
      <tbody aria-live="polite">
        {events.map((event) => (
          <tr key={event.id}>
            <th scope="row">{wordsOf(event.type)}</th>
            <td data-label={t.events.at} class="moment-cell">
              {format.time(event.at)}
            </td>
            <td data-label={t.member} class="number">
              {event.memberCode}
            </td>
            <td data-label={t.events.facts} class="code-cell">
              <EventFacts event={event} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function EventFacts({ event: { data } }: { readonly event: ConsoleEvent }) {
  return (
    <ul class="event-facts small">
      {Object.entries(data).map(([name, value]) => (
        <li key={name}>
          <span class="soft">{name}</span>{' '}
          {name === 'batch_id' ? <Link href={`/batches/${value}`}>{value}</Link> : <code>{value}</code>}
        </li>
      ))}
    </ul>
  );
}
