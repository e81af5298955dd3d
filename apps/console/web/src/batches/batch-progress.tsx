import { useEffect, useState } from 'preact/hooks';
import type { ConsoleBatch } from '../../../wire/index.js';
import { useTexts } from '../texts/use-texts.js';

/** Shows the progress of a batch as a bar and in words. While the batch waits, shows its place in the queue. */
export function BatchProgress({ batch }: { readonly batch: ConsoleBatch }) {
  const { t, format } = useTexts();
  const { state, recordCount, recordsExpected, queuePosition, estimatedEndAt } = batch;
  const now = useNow(state === 'waiting' || state === 'processing');
  const left = estimatedEndAt === undefined ? undefined : Math.max(0, estimatedEndAt - now);
  const estimate =
    left === undefined ? undefined : left < 1_000 ? t.batches.soon : t.batches.endsIn(format.duration(left));
  const words =
    state === 'waiting'
      ? queuePosition === undefined
        ? t.states.waiting
        : t.batches.place(format.number(queuePosition))
      : recordsExpected === undefined
        ? t.countOfRecords(format.number(recordCount))
        : t.batches.made(format.number(recordCount), format.number(recordsExpected));
  return (
    <div class="progress">
      <progress
        aria-label={t.batches.progress(batch.batchId)}
        {...(state === 'processing' && recordsExpected !== undefined && recordsExpected > 0
          ? { value: Math.min(recordCount, recordsExpected), max: recordsExpected }
          : {})}
        {...(state === 'waiting' ? { value: 0, max: 1 } : {})}
      />
      <p class="small soft number">
        {words}
        {estimate !== undefined && ` · ${estimate}`}
      </p>
    </div>
  );
}

/** Returns the current time. The time is updated every second while a batch runs. */
export function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}
