import { scaleBand } from 'd3-scale';
import type { OverviewDay } from '../../../wire/index.js';
import { TableHead } from '../parts/table-head.js';
import { Plot } from '../plots/plot.js';
import { countScale } from '../plots/scales.js';
import { useTexts } from '../texts/use-texts.js';

const height = 200;
const edge = { left: 44, right: 8, top: 12, bottom: 28 };
/** The share of a day's width that stays empty between two bars. */
const gap = 0.36;
const widestBar = 36;
/** The width that the name of a day needs, in pixels. */
const nameWidth = 44;

/** A bar chart of the batches of each day. Failed batches are hatched, and batches with refused records are dotted. */
export function DayPlot({ days }: { readonly days: readonly OverviewDay[] }) {
  const { t, format } = useTexts();
  const most = Math.max(...days.map((day) => day.batches), 0);
  const { placeOf: yOf, ticks } = countScale(most, [height - edge.bottom, edge.top]);
  const hasRefusals = days.some(({ withRefusals }) => withRefusals > 0);
  const draw = (width: number) => {
    const names = days.map(({ day }) => day);
    const band = scaleBand(names, [edge.left, width - edge.right]).padding(gap);
    const barWidth = Math.min(band.bandwidth(), widestBar);
    const every = Math.ceil(nameWidth / band.step());
    return (
      <>
        <defs>
          <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect class="hatch-ground" width="5" height="5" />
            <rect class="hatch-line" width="2.2" height="5" />
          </pattern>
          <pattern id="dots" width="5" height="5" patternUnits="userSpaceOnUse">
            <rect class="hatch-ground" width="5" height="5" />
            <circle class="dot" cx="2.5" cy="2.5" r="1.4" />
          </pattern>
        </defs>
        {ticks.map((tick) => (
          <g key={tick}>
            <line class="grid-line" x1={edge.left} x2={width - edge.right} y1={yOf(tick)} y2={yOf(tick)} />
            <text class="tick" x={edge.left - 8} y={yOf(tick) + 4} text-anchor="end">
              {format.number(tick)}
            </text>
          </g>
        ))}
        {days.map((day, index) => {
          const middle = (band(day.day) ?? 0) + band.bandwidth() / 2;
          const failedY = yOf(day.failed);
          const refusedY = yOf(day.failed + day.withRefusals);
          return (
            <g key={day.day}>
              <title>{t.overview.dayBar(format.day(day.day), day.batches, day.failed, day.withRefusals)}</title>
              <rect
                class="bar"
                x={middle - barWidth / 2}
                width={barWidth}
                y={yOf(day.batches)}
                height={Math.max(0, refusedY - yOf(day.batches))}
              />
              {day.withRefusals > 0 && (
                <rect
                  class="bar-refused"
                  x={middle - barWidth / 2}
                  width={barWidth}
                  y={refusedY}
                  height={failedY - refusedY}
                  fill="url(#dots)"
                />
              )}
              {day.failed > 0 && (
                <rect
                  class="bar-failed"
                  x={middle - barWidth / 2}
                  width={barWidth}
                  y={failedY}
                  height={yOf(0) - failedY}
                  fill="url(#hatch)"
                />
              )}
              {(days.length - 1 - index) % every === 0 && (
                <text class="tick" x={middle} y={height - 8} text-anchor="middle">
                  {format.shortDay(day.day)}
                </text>
              )}
            </g>
          );
        })}
      </>
    );
  };
  return (
    <Plot
      summary={t.overview.byDay}
      height={height}
      draw={draw}
      legend={
        <ul class="legend">
          <li>
            <span class="key bar-key" /> {t.overview.otherBatches}
          </li>
          <li>
            <span class="key hatch-key" /> {t.states.failed}
          </li>
          {hasRefusals && (
            <li>
              <span class="key dot-key" /> {t.batches.withRefusals}
            </li>
          )}
        </ul>
      }
      table={
        <table class="table">
          <TableHead
            columns={[
              t.overview.day,
              { right: t.overview.batches },
              { right: t.states.failed },
              ...(hasRefusals ? [{ right: t.batches.withRefusals }] : []),
              { right: t.records },
              { right: t.size },
            ]}
          />
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day.day}>
                <th scope="row">{format.day(day.day)}</th>
                <td class="right number">{format.number(day.batches)}</td>
                <td class="right number">{format.number(day.failed)}</td>
                {hasRefusals && <td class="right number">{format.number(day.withRefusals)}</td>}
                <td class="right number">{format.number(day.records)}</td>
                <td class="right number">{format.bytes(day.recordBytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  );
}
