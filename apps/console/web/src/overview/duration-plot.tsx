import { Link } from 'wouter-preact';
import type { OverviewPoint } from '../../../wire/index.js';
import { useFunctions } from '../batches/use-functions.js';
import { TableHead } from '../parts/table-head.js';
import { Plot } from '../plots/plot.js';
import { decadeScale } from '../plots/scales.js';
import { Shape, ShapeKey } from '../plots/shape.js';
import { useTexts } from '../texts/use-texts.js';

const height = 300;
const edge = { left: 86, right: 20, top: 12, bottom: 44 };
/** The maximum number of rows in the table, because no user reads more. */
const tableRows = 200;

/** A plot of the duration of batches against their number of records. Both axes of the plot are logarithmic. */
export function DurationPlot({ points }: { readonly points: readonly OverviewPoint[] }) {
  const { t, format } = useTexts();
  const { names, titleOf } = useFunctions();
  const times = points.map((point) => point.runMs);
  const { placeOf: yOf, ticks: yTicks } = decadeScale(times, [height - edge.bottom, edge.top]);
  const present = names.filter((name) => points.some((point) => point.functionName === name));
  const draw = (width: number) => {
    const counts = points.map((point) => point.records);
    const { placeOf: xOf, ticks: xTicks } = decadeScale(counts, [edge.left, width - edge.right]);
    return (
      <>
        {yTicks.map((tick) => (
          <g key={`y${tick}`}>
            <line class="grid-line" x1={edge.left} x2={width - edge.right} y1={yOf(tick)} y2={yOf(tick)} />
            <text class="tick" x={edge.left - 8} y={yOf(tick) + 4} text-anchor="end">
              {format.duration(tick)}
            </text>
          </g>
        ))}
        {xTicks.map((tick) => (
          <g key={`x${tick}`}>
            <line class="grid-line" x1={xOf(tick)} x2={xOf(tick)} y1={edge.top} y2={height - edge.bottom} />
            <text class="tick" x={xOf(tick)} y={height - edge.bottom + 18} text-anchor="middle">
              {format.roundNumber(tick)}
            </text>
          </g>
        ))}
        <text class="axis" x={(edge.left + width - edge.right) / 2} y={height - 6} text-anchor="middle">
          {t.records}
        </text>
        {points.map((point) => (
          <Shape
            key={point.batchId}
            of={point.functionName}
            x={xOf(point.records)}
            y={yOf(point.runMs)}
            label={`${titleOf(point.functionName)} ${point.batchId}: ${t.countOfRecords(format.number(point.records))}, ${format.duration(point.runMs)}`}
          />
        ))}
      </>
    );
  };
  return (
    <Plot
      summary={t.overview.durations}
      height={height}
      draw={draw}
      legend={
        <ul class="legend">
          {present.map((name) => (
            <li key={name}>
              <ShapeKey of={name} /> {titleOf(name)}
            </li>
          ))}
        </ul>
      }
      table={
        <table class="table">
          <TableHead
            columns={[
              t.batch,
              t.functionWord,
              { right: t.records },
              { right: t.size },
              { right: t.overview.run },
              { right: t.overview.wait },
            ]}
          />
          <tbody>
            {points.slice(0, tableRows).map((point) => (
              <tr key={point.batchId}>
                <th scope="row">
                  <Link href={`/batches/${point.batchId}`}>{point.batchId}</Link>
                </th>
                <td>{titleOf(point.functionName)}</td>
                <td class="right number">{format.number(point.records)}</td>
                <td class="right number">{format.bytes(point.recordBytes)}</td>
                <td class="right number">{format.duration(point.runMs)}</td>
                <td class="right number">{format.duration(point.waitMs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  );
}
