import { Link } from 'wouter-preact';
import type { ConsoleBatch } from '../../../wire/index.js';
import { useTexts } from '../texts/use-texts.js';
import { CallerName } from './application.js';
import { StateMark } from './state-mark.js';
import { useFunctions } from './use-functions.js';

/** A table of ended batches, with one row for each batch. On a narrow screen each row becomes a block. */
export function BatchTable({ batches }: { readonly batches: readonly ConsoleBatch[] }) {
  const { t, format } = useTexts();
  const { titleOf } = useFunctions();
  return (
    <table class="table stacking">
      <thead>
        <tr>
          <th scope="col">{t.batch}</th>
          <th scope="col">{t.state}</th>
          <th scope="col" class="right">
            {t.records}
          </th>
          <th scope="col" class="right">
            {t.size}
          </th>
          <th scope="col" class="right">
            {t.overview.run}
          </th>
          <th scope="col">{t.batches.requested}</th>
          <th scope="col">{t.batches.caller}</th>
        </tr>
      </thead>
      <tbody>
        {batches.map((batch) => (
          <tr key={batch.batchId} class={batch.isGone ? 'gone' : ''}>
            <th scope="row">
              <Link href={`/batches/${batch.batchId}`}>
                {titleOf(batch.functionName)} <span class="number">{batch.batchId}</span>
              </Link>
            </th>
            <td>
              <StateMark of={batch} />
              {batch.isGone && batch.state === 'finished' && <span class="small soft"> {t.batches.gone}</span>}
            </td>
            <td class="right number" data-label={t.records}>
              {format.number(batch.recordCount)}
            </td>
            <td class="right number" data-label={t.size}>
              {format.bytes(batch.recordBytes)}
            </td>
            <td class="right number" data-label={t.overview.run}>
              {batch.runMs === undefined ? '–' : format.duration(batch.runMs)}
            </td>
            <td data-label={t.batches.requested} class="moment-cell">
              {format.moment(batch.requestedAt)}
            </td>
            <td data-label={t.batches.caller} class="code-cell">
              <CallerName of={batch} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
