import type { OverviewGroup } from '../../../wire/index.js';
import { StateMark } from '../batches/state-mark.js';
import { useFunctions } from '../batches/use-functions.js';
import { TableHead } from '../parts/table-head.js';
import { useTexts } from '../texts/use-texts.js';

/** A table of batches by function and outcome. The longest bar belongs to the greatest number of batches. */
export function GroupTable({ groups }: { readonly groups: readonly OverviewGroup[] }) {
  const { t, format } = useTexts();
  const { names, titleOf } = useFunctions();
  const most = Math.max(...groups.map((group) => group.batches), 1);
  const ordered = names.flatMap((name) =>
    groups.filter((group) => group.functionName === name).toSorted((one, other) => other.batches - one.batches),
  );
  const durationOf = (ms: number | undefined) => (ms === undefined ? '–' : format.duration(ms));
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label={t.overview.byFunction}>
      <table class="table">
        <TableHead
          columns={[
            t.functionWord,
            t.state,
            t.overview.batches,
            { right: t.records },
            { right: t.size },
            { right: t.overview.medianRun },
            { right: t.overview.longestRun },
            { right: t.overview.medianWait },
          ]}
        />
        <tbody>
          {ordered.map((group, index) => (
            <tr key={`${group.functionName} ${group.state} ${group.refused > 0}`}>
              <th scope="row" class={ordered[index - 1]?.functionName === group.functionName ? 'repeated' : ''}>
                {titleOf(group.functionName)}
              </th>
              <td>
                <StateMark of={{ state: group.state, refusedCount: group.refused }} />
              </td>
              <td class="number bar-cell">
                <span
                  class="inline-bar"
                  style={{ width: `${Math.max(2, (group.batches / most) * 56)}px` }}
                  aria-hidden="true"
                />
                {format.number(group.batches)}
              </td>
              <td class="right number">{format.number(group.records)}</td>
              <td class="right number">{format.bytes(group.recordBytes)}</td>
              <td class="right number">{durationOf(group.medianRunMs)}</td>
              <td class="right number">{durationOf(group.longestRunMs)}</td>
              <td class="right number">{durationOf(group.medianWaitMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
