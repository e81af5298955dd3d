import {
  columnsOf,
  type MarkPlace,
  type OrderFile,
  type OrderForm,
  type OrderTable,
  withCell,
} from '@trading-platform/order-file';
import { useRef } from 'preact/hooks';
import { Card } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';

/** The maximum number of lines that can be corrected on the page at once. */
const shownLines = 200;
/** A longer JSON text cannot be edited on the page. The user must correct such a text in the system that wrote it. */
const longestText = 200_000;

/**
 * Shows the defective lines of a file, so that the user can correct them on the page. Each file needs its own instance
 * of this component.
 */
export function FileEditor({
  file,
  form,
  marks,
  onChange,
}: {
  readonly file: OrderFile;
  readonly form: OrderForm;
  readonly marks: readonly MarkPlace[];
  readonly onChange: (file: OrderFile) => void;
}) {
  const { t } = useTexts();
  // A line that was shown once stays visible while the user corrects it.
  const wanted = useRef(new Set<number>());
  const wantedColumns = useRef(new Set<string>());
  for (const { line, column } of marks) {
    if (line !== undefined) wanted.current.add(line);
    wantedColumns.current.add(column);
  }
  if (marks.length === 0 && wanted.current.size === 0) return null;
  if (file.format === 'table') {
    if (wanted.current.size === 0) return null;
    return (
      <Card title={t.orders.corrections}>
        <Lines
          table={file}
          form={form}
          marks={marks}
          wanted={wanted.current}
          wantedColumns={wantedColumns.current}
          onChange={onChange}
        />
      </Card>
    );
  }
  if (file.text.length > longestText) return <p class="soft">{t.orders.correctElsewhere}</p>;
  return (
    <Card title={t.orders.corrections}>
      <label class="field">
        <span class="field-label">{file.name}</span>
        <textarea
          class="input mono file-text"
          rows={18}
          spellcheck={false}
          value={file.text}
          onInput={(event) => onChange({ ...file, text: event.currentTarget.value })}
        />
      </label>
    </Card>
  );
}

function Lines({
  table,
  form,
  marks,
  wanted,
  wantedColumns,
  onChange,
}: {
  readonly table: OrderTable;
  readonly form: OrderForm;
  readonly marks: readonly MarkPlace[];
  readonly wanted: ReadonlySet<number>;
  /** These columns are shown before all other columns. */
  readonly wantedColumns: ReadonlySet<string>;
  readonly onChange: (table: OrderTable) => void;
}) {
  const { t, format } = useTexts();
  const wrong = new Set(marks.map(({ line, column }) => `${line} ${column}`));
  const names = columnsOf(table, form);
  const headings = table.rows[0]?.cells ?? [];
  const columns = [...names.entries()].toSorted(
    ([, one], [, other]) => Number(wantedColumns.has(other)) - Number(wantedColumns.has(one)),
  );
  const rows = table.rows.filter(({ line }) => wanted.has(line));
  return (
    <>
      <div class="table-scroll" tabIndex={0} role="region" aria-label={t.orders.corrections}>
        <table class="table editing">
          <thead>
            <tr>
              <th scope="col" class="right">
                {t.orders.line}
              </th>
              {columns.map(([column, name]) => (
                <th key={column} scope="col">
                  <code>{headings[column] || name}</code>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shownLines).map(({ line, cells }) => (
              <tr key={line}>
                <th scope="row" class="right number">
                  {format.number(line)}
                </th>
                {columns.map(([column, name]) => (
                  <td key={column}>
                    <input
                      class="input cell-input"
                      size={Math.min(24, Math.max(4, (cells[column] ?? '').length + 1))}
                      aria-label={t.orders.cell(headings[column] || name, line)}
                      aria-invalid={wrong.has(`${line} ${name}`) ? true : undefined}
                      value={cells[column] ?? ''}
                      onInput={(event) => onChange(withCell(table, line, column, event.currentTarget.value))}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shownLines && (
        <p class="small soft">{t.orders.moreLines(format.number(rows.length - shownLines))}</p>
      )}
    </>
  );
}
