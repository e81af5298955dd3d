import type { ConsoleBatch } from '../../../wire/index.js';
import { useTexts } from '../texts/use-texts.js';
import { lookOf, outcomeWords } from './state-mark.js';
import { timeLineOf } from './time-line.js';

export function BatchTimeLine({ batch }: { readonly batch: ConsoleBatch }) {
  const texts = useTexts();
  const { t, format } = texts;
  return (
    <ol class="time-line">
      {timeLineOf(batch).map(({ name, at, tookMs, count, isAhead }) => (
        <li key={name} class={isAhead ? 'moment ahead' : `moment moment-${name} moment-${lookOf(batch)}`}>
          <p class="moment-name">
            {name === 'ended' ? outcomeWords(batch, texts) : t.batches.moments[name]}
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
