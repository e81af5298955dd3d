import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useTexts } from '../texts/use-texts.js';
import { useWidth } from './use-width.js';

/** This width is smaller than that of any page. This width is used until the real width is known. */
const leastWidth = 160;

/** A plot with a legend. A table below the plot contains its numbers. */
export function Plot({
  summary,
  height,
  legend,
  draw,
  table,
}: {
  /** The plot in words, for users who cannot see it. */
  readonly summary: string;
  readonly height: number;
  readonly legend?: ComponentChildren;
  readonly draw: (width: number) => ComponentChildren;
  readonly table: ComponentChildren;
}) {
  const { t } = useTexts();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  return (
    <figure class="plot">
      {legend}
      <div ref={frame} class="plot-frame">
        {width > leastWidth && (
          <svg role="img" aria-label={summary} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
            {draw(width)}
          </svg>
        )}
      </div>
      <details class="plot-numbers">
        <summary>{t.asTable}</summary>
        <div class="table-scroll" tabIndex={0} role="region" aria-label={summary}>
          {table}
        </div>
      </details>
    </figure>
  );
}
