import type { ConsoleBatch } from '../../../wire/index.js';
import { useTexts } from '../texts/use-texts.js';
import { timeLineOf } from './time-line.js';

export function BatchTimeLine({ batch }: { readonly batch: ConsoleBatch }) {
  const { t, format } = useTexts();
  return (
    <ol class="time-line">
      {timeLineOf(batch).map(({ name, at, tookMs, count, isAhead }) => (
        <li key={name} class={isAhead ? 'moment ahead' : `moment moment-${name} moment-${batch.state}`}>
          <p class="moment-name">
            {name === 'ended' ? t.states[batch.state] : t.batches.moments[name]}
            {count !== undefined && <span class="number"> {format.number(count)}</span>}
          </p>
          <p class="small soft number">
            {at !== undefined && `${format.moment(at)}:${format.time(at).slice(-2)}`}
            {tookMs !== undefined &&
              ` · ${name === 'started' ? t.batches.waited(format.duration(tookMs)) : t.batches.ran(format.duration(tookMs))}`}
          </p>
        </li>
      ))}
    </ol>
  );
}
