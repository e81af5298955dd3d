import { useMemo, useState } from 'preact/hooks';
import type { ConsoleBatch, FieldDescription } from '../../../wire/index.js';
import { Button } from '../parts/button.js';
import { Empty } from '../parts/empty.js';
import { Problem } from '../parts/problem.js';
import { useTexts } from '../texts/use-texts.js';
import { ColumnChooser } from './column-chooser.js';
import { defaultColumns, recordColumns } from './record-columns.js';
import { RecordDialog } from './record-dialog.js';
import { RecordRows } from './record-rows.js';
import { RecordTools } from './record-tools.js';
import { type RecordSearch, useRecordSearch } from './use-record-search.js';
import { useRecordWindows } from './use-record-windows.js';

/**
 * Shows the records as a table with the chosen columns. The table has all records, or the records that a search has
 * found.
 */
export function RecordGrid({
  batch,
  fields,
}: {
  readonly batch: ConsoleBatch;
  readonly fields: readonly FieldDescription[];
}) {
  const { t, format } = useTexts();
  const { windows, version } = useRecordWindows(batch);
  const columns = useMemo(() => recordColumns(fields), [fields]);
  const [keys, setKeys] = useState<readonly string[]>(() => defaultColumns(batch.functionName, columns));
  const shown = useMemo(() => columns.filter(({ key }) => keys.includes(key)), [columns, keys]);
  const [search, setSearch] = useState<RecordSearch>({ text: '', key: '', isExact: false });
  const [isChoosing, setChoosing] = useState(false);
  const [opened, setOpened] = useState<number>();
  const [wanted, setWanted] = useState<number>();
  const { found, isSearching, ...progress } = useRecordSearch(batch, search);
  const rows = useMemo(() => (isSearching ? [...found.keys()] : undefined), [isSearching, found]);
  const failure = windows.failure ?? progress.error ?? undefined;
  const hasNothing = isSearching && found.size === 0 && !progress.isBusy && failure === undefined;
  return (
    <>
      <RecordTools
        columns={shown}
        search={search}
        recordCount={batch.recordCount}
        columnsWords={t.recordsPage.columns(shown.length, columns.length)}
        onSearch={setSearch}
        onGo={(row) => {
          setSearch({ text: '', key: search.key, isExact: search.isExact });
          setWanted(row);
        }}
        onChoose={() => setChoosing(true)}
      />
      <div class={isSearching ? 'record-status' : 'hidden'}>
        <p class="small soft" role="status">
          {isSearching
            ? t.recordsPage.found(
                format.number(found.size),
                format.number(progress.searchedCount),
                format.number(batch.recordCount),
              )
            : ''}
        </p>
        {isSearching && (
          <Button isSmall icon="close" onPress={() => setSearch({ text: '', key: '', isExact: false })}>
            {t.recordsPage.endSearch}
          </Button>
        )}
      </div>
      {failure !== undefined && (
        <Problem error={failure} onRetry={() => (progress.error === null ? windows.retry() : progress.goOn())} />
      )}
      {hasNothing && !progress.canGoOn ? (
        <Empty icon="search" title={t.recordsPage.nothingFound} />
      ) : (
        <RecordRows
          windows={windows}
          found={isSearching ? found : undefined}
          version={version}
          columns={shown}
          rows={rows}
          rowCount={batch.recordCount}
          wantedRow={wanted}
          onOpen={setOpened}
        />
      )}
      {isSearching && progress.canGoOn && (
        <div class="record-more">
          <Button onPress={progress.goOn}>{t.recordsPage.searchOn}</Button>
        </div>
      )}
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
