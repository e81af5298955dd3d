import { useMemo, useState } from 'preact/hooks';
import type { ConsoleBatch, FieldDescription } from '../../../wire/index.js';
import { Button } from '../parts/button.js';
import { Problem } from '../parts/problem.js';
import { useTexts } from '../texts/use-texts.js';
import { ColumnChooser } from './column-chooser.js';
import { defaultColumns, hasText, type RecordColumn, recordColumns } from './record-columns.js';
import { RecordDialog } from './record-dialog.js';
import { RecordRows } from './record-rows.js';
import { useRecordWindows } from './use-record-windows.js';

/** A search for a text, in one column or in all shown columns. */
interface Search {
  readonly text: string;
  readonly key: string;
}

/** Shows the records as a table with the chosen columns. */
export function RecordGrid({
  batch,
  fields,
}: {
  readonly batch: ConsoleBatch;
  readonly fields: readonly FieldDescription[];
}) {
  const { t, language, format } = useTexts();
  const { windows, version } = useRecordWindows(batch);
  const columns = useMemo(() => recordColumns(fields), [fields]);
  const [keys, setKeys] = useState<readonly string[]>(() => defaultColumns(batch.functionName, columns));
  const shown = useMemo(() => columns.filter(({ key }) => keys.includes(key)), [columns, keys]);
  const [search, setSearch] = useState<Search>({ text: '', key: '' });
  const [isChoosing, setChoosing] = useState(false);
  const [opened, setOpened] = useState<number>();
  const [wanted, setWanted] = useState<number>();
  const found = useMemo(() => findRows(windows, shown, search), [windows, version, shown, search]);
  const failure = windows.failure;
  return (
    <>
      <div class="record-tools">
        <div class="search">
          <label>
            <span class="hidden">{t.recordsPage.searchIn}</span>
            <select
              class="input"
              value={search.key}
              onChange={(event) => setSearch({ ...search, key: event.currentTarget.value })}
            >
              <option value="">{t.recordsPage.anyColumn}</option>
              {shown.map((column) => (
                <option key={column.key} value={column.key}>
                  {column.field.label[language]}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span class="hidden">{t.recordsPage.search}</span>
            <input
              class="input"
              type="search"
              placeholder={t.recordsPage.search}
              value={search.text}
              onInput={(event) => setSearch({ ...search, text: event.currentTarget.value })}
            />
          </label>
        </div>
        <GoTo most={batch.recordCount} onGo={setWanted} />
        <Button icon="columns" onPress={() => setChoosing(true)}>
          {t.recordsPage.columns(shown.length, columns.length)}
        </Button>
      </div>
      <p class="small soft" role="status">
        {found === undefined
          ? t.recordsPage.loaded(format.number(windows.loadedCount), format.number(batch.recordCount))
          : t.recordsPage.found(format.number(found.length), format.number(windows.loadedCount))}
      </p>
      {failure !== undefined && <Problem error={failure} onRetry={() => windows.retry()} />}
      <RecordRows
        windows={windows}
        version={version}
        columns={shown}
        rows={found}
        rowCount={batch.recordCount}
        wantedRow={wanted}
        onOpen={setOpened}
      />
      {isChoosing && (
        <ColumnChooser
          columns={columns}
          chosen={keys}
          onChoose={setKeys}
          onReset={() => setKeys(defaultColumns(batch.functionName, columns))}
          onClose={() => setChoosing(false)}
        />
      )}
      {opened !== undefined && (
        <RecordDialog
          windows={windows}
          fields={fields}
          row={opened}
          rowCount={batch.recordCount}
          onGo={setOpened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

/** Returns the loaded rows that contain the search text. The result is undefined if there is no search text. */
function findRows(
  windows: { readonly loaded: () => Iterable<readonly [number, Readonly<Record<string, unknown>>]> },
  columns: readonly RecordColumn[],
  { text, key }: Search,
): readonly number[] | undefined {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return undefined;
  const searched = key === '' ? columns : columns.filter((column) => column.key === key);
  const rows: number[] = [];
  for (const [row, record] of windows.loaded()) {
    if (searched.some((column) => hasText(column, record, wanted))) rows.push(row);
  }
  return rows;
}

function GoTo({ most, onGo }: { readonly most: number; readonly onGo: (row: number) => void }) {
  const { t } = useTexts();
  return (
    <form
      class="go-to"
      onSubmit={(event) => {
        event.preventDefault();
        const seq = Number(new FormData(event.currentTarget).get('seq'));
        if (seq >= 1 && seq <= most) onGo(seq - 1);
      }}
    >
      <label>
        <span class="hidden">{t.recordsPage.goTo}</span>
        <input class="input number" name="seq" type="number" min={1} max={most} placeholder={t.recordsPage.goTo} />
      </label>
      <Button type="submit" icon="open" label={t.recordsPage.go}>
        {''}
      </Button>
    </form>
  );
}
