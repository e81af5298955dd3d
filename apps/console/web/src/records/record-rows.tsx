import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { StoredRecord } from '../../../wire/index.js';
import { useTexts } from '../texts/use-texts.js';
import { cellOf, languageOf, type RecordColumn } from './record-columns.js';
import type { RecordWindows } from './record-windows.js';
import { scaledScroll, scrollTopOf } from './scaled-scroll.js';

const rowHeight = 34;
const headHeight = 56;
const columnWidth = 168;
const numberWidth = 96;
/** The number of columns that are drawn to the left and right of the visible columns. */
const spareColumns = 2;

export interface RecordRowsProps {
  readonly windows: RecordWindows;
  /** The records that a search has found, by their rows. Undefined without a search. */
  readonly found: ReadonlyMap<number, StoredRecord> | undefined;
  /** This number grows when more records have been loaded. */
  readonly version: number;
  readonly columns: readonly RecordColumn[];
  /** The rows to show. All rows are shown if the value is undefined. */
  readonly rows: readonly number[] | undefined;
  readonly rowCount: number;
  /** The row to which the table scrolls. */
  readonly wantedRow: number | undefined;
  readonly onOpen: (row: number) => void;
}

interface View {
  readonly scrollTop: number;
  readonly scrollLeft: number;
  readonly width: number;
  readonly height: number;
}

/** Draws only the visible rows and columns, even if the table has very many. */
export function RecordRows({ windows, found, version, columns, rows, rowCount, wantedRow, onOpen }: RecordRowsProps) {
  const { t, language, format } = useTexts();
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>({ scrollTop: 0, scrollLeft: 0, width: 900, height: 560 });
  const look = () => {
    const element = frame.current;
    if (element === null) return;
    const { scrollTop, scrollLeft, clientWidth, clientHeight } = element;
    setView({ scrollTop, scrollLeft, width: clientWidth, height: clientHeight });
  };
  useLayoutEffect(look, []);
  useEffect(() => {
    const observer = new ResizeObserver(look);
    if (frame.current !== null) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  const count = rows?.length ?? rowCount;
  const viewHeight = view.height - headHeight;
  useEffect(() => {
    if (wantedRow === undefined || frame.current === null) return;
    frame.current.scrollTop = scrollTopOf(wantedRow, { rows: count, rowHeight, viewHeight });
  }, [wantedRow]);
  const {
    height,
    first,
    count: drawn,
    top,
  } = scaledScroll({ rows: count, rowHeight, viewHeight, scrollTop: view.scrollTop });
  useEffect(() => {
    if (rows === undefined) windows.look(first, drawn);
  }, [windows, version, rows, first, drawn]);

  const firstColumn = Math.max(0, Math.floor(view.scrollLeft / columnWidth) - spareColumns);
  const lastColumn = Math.min(columns.length, Math.ceil((view.scrollLeft + view.width) / columnWidth) + spareColumns);
  const seen = columns.slice(firstColumn, lastColumn);
  const width = numberWidth + columns.length * columnWidth;
  const placed = (index: number) => ({
    left: `${numberWidth + (firstColumn + index) * columnWidth}px`,
    width: `${columnWidth}px`,
  });

  return (
    <div
      ref={frame}
      class="grid-frame"
      role="table"
      aria-label={t.records}
      aria-rowcount={count + 1}
      aria-colcount={columns.length + 1}
      tabIndex={0}
      onScroll={look}
    >
      <div role="rowgroup" class="grid-head" style={{ width: `${width}px` }}>
        <div role="row" aria-rowindex={1} class="grid-row" style={{ height: `${headHeight}px` }}>
          <span role="columnheader" aria-colindex={1} class="grid-cell grid-number">
            {t.recordsPage.number}
          </span>
          {seen.map(({ key, field, lists }, index) => (
            <span
              key={key}
              role="columnheader"
              aria-colindex={firstColumn + index + 2}
              class="grid-cell"
              style={placed(index)}
              title={[...lists.map((list) => list.label[language]), field.label[language], key].join(' · ')}
            >
              {lists.length > 0 && <span class="grid-list">{lists.at(-1)?.label[language]}</span>}
              <span class="grid-label">{field.label[language]}</span>
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" class="grid-body" style={{ width: `${width}px`, height: `${height}px` }}>
        {Array.from({ length: drawn }, (_, place) => {
          const row = rows === undefined ? first + place : (rows[first + place] ?? 0);
          const record = found?.get(row) ?? windows.at(row);
          return (
            <div
              // A new row reuses the element of a row that is no longer visible. Without this reuse, scrolling would
              // leave thousands of elements behind.
              key={(first + place) % drawn}
              role="row"
              aria-rowindex={first + place + 2}
              class={(first + place) % 2 === 0 ? 'grid-row' : 'grid-row odd'}
              style={{ height: `${rowHeight}px`, transform: `translateY(${top + place * rowHeight}px)` }}
            >
              <span role="rowheader" aria-colindex={1} class="grid-cell grid-number">
                <button
                  type="button"
                  class="row-button number"
                  disabled={record === undefined}
                  onClick={() => onOpen(row)}
                >
                  <span class="hidden">{t.recordsPage.open} </span>
                  {format.number(row + 1)}
                </button>
              </span>
              {seen.map((column, index) => (
                <Cell
                  key={column.key}
                  column={column}
                  record={record}
                  place={placed(index)}
                  index={firstColumn + index + 2}
                />
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function Cell({
  column,
  record,
  place,
  index,
}: {
  readonly column: RecordColumn;
  readonly record: StoredRecord | undefined;
  readonly place: { readonly left: string; readonly width: string };
  readonly index: number;
}) {
  const { language } = useTexts();
  const { text, more } = record === undefined ? { text: '', more: 0 } : cellOf(column, record);
  const words = column.field.values?.find(({ value }) => value === text)?.label[language];
  return (
    <span
      role="cell"
      aria-colindex={index}
      class={record === undefined ? 'grid-cell loading-cell' : 'grid-cell'}
      style={place}
      lang={languageOf(column.field, text)}
      title={[text, words, more > 0 ? `+${more}` : undefined].filter((part) => part !== undefined).join(' ')}
    >
      {words === undefined ? (
        text
      ) : (
        <>
          <span class="code-value">{text}</span> {words}
        </>
      )}
      {more > 0 && <span class="more"> +{more}</span>}
    </span>
  );
}
