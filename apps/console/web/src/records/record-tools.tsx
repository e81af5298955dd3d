import { useEffect, useState } from 'preact/hooks';
import { Button } from '../parts/button.js';
import { useTexts } from '../texts/use-texts.js';
import type { RecordColumn } from './record-columns.js';
import type { RecordSearch } from './use-record-search.js';

/** A search begins when the user has not typed for this time. */
const pauseMs = 350;
/** The maximum length of a searched text that the platform allows. */
const longestText = 100;

/** Lets the user search the records, go to a record by its number, and choose columns. */
export function RecordTools({
  columns,
  search,
  recordCount,
  columnsWords,
  onSearch,
  onGo,
  onChoose,
}: {
  readonly columns: readonly RecordColumn[];
  readonly search: RecordSearch;
  readonly recordCount: number;
  readonly columnsWords: string;
  readonly onSearch: (search: RecordSearch) => void;
  readonly onGo: (row: number) => void;
  readonly onChoose: () => void;
}) {
  const { t, language } = useTexts();
  const [typed, setTyped] = useState(search.text);
  useEffect(() => {
    if (typed === search.text) return;
    const timer = setTimeout(() => onSearch({ ...search, text: typed }), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const values = columns.find(({ key }) => key === search.key)?.field.values;
  const begin = (changed: RecordSearch) => {
    setTyped(changed.text);
    onSearch(changed);
  };
  return (
    <div class="record-tools">
      <div class="search">
        <label>
          <span class="hidden">{t.recordsPage.searchIn}</span>
          <select
            class="input"
            value={search.key}
            onChange={(event) => {
              const key = event.currentTarget.value;
              const isCoded = columns.find((column) => column.key === key)?.field.values !== undefined;
              begin({ text: isCoded || search.isExact ? '' : typed, key, isExact: isCoded });
            }}
          >
            <option value="">{t.recordsPage.anyColumn}</option>
            {columns.map((column) => (
              <option key={column.key} value={column.key}>
                {column.field.label[language]}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span class="hidden">{t.recordsPage.search}</span>
          {values === undefined ? (
            <input
              class="input"
              type="search"
              maxLength={longestText}
              placeholder={t.recordsPage.search}
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') begin({ ...search, text: typed });
              }}
            />
          ) : (
            <select
              class="input"
              value={search.text}
              onChange={(event) => begin({ ...search, text: event.currentTarget.value })}
            >
              <option value="">{t.recordsPage.anyValue}</option>
              {values.map(({ value, label }) => (
                <option key={value} value={value}>
                  {`${label[language]} (${value})`}
                </option>
              ))}
            </select>
          )}
        </label>
      </div>
      <GoTo most={recordCount} onGo={onGo} />
      <Button icon="columns" onPress={onChoose}>
        {columnsWords}
      </Button>
    </div>
  );
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
