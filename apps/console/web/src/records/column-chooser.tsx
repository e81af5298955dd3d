import { useState } from 'preact/hooks';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { useTexts } from '../texts/use-texts.js';
import type { RecordColumn } from './record-columns.js';

/** Lets the user choose which fields of a record are shown as columns. */
export function ColumnChooser({
  columns,
  chosen,
  onChoose,
  onReset,
  onClose,
}: {
  readonly columns: readonly RecordColumn[];
  readonly chosen: readonly string[];
  readonly onChoose: (keys: readonly string[]) => void;
  readonly onReset: () => void;
  readonly onClose: () => void;
}) {
  const { t, language } = useTexts();
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const fitting = columns.filter(
    ({ key, field }) => key.includes(wanted) || field.label[language].toLowerCase().includes(wanted),
  );
  const keys = fitting.map(({ key }) => key);
  return (
    <Dialog
      title={t.recordsPage.chooseColumns}
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onPress={onReset}>{t.recordsPage.usualColumns}</Button>
          <Button kind="main" onPress={onClose}>
            {t.done}
          </Button>
        </>
      }
    >
      <div class="chooser-tools">
        <label class="grow">
          <span class="hidden">{t.recordsPage.findColumn}</span>
          <input
            class="input"
            type="search"
            placeholder={t.recordsPage.findColumn}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <Button isSmall onPress={() => onChoose([...new Set([...chosen, ...keys])])}>
          {t.recordsPage.allColumns}
        </Button>
        <Button isSmall onPress={() => onChoose(chosen.filter((key) => !keys.includes(key)))}>
          {t.recordsPage.noColumns}
        </Button>
      </div>
      <ul class="chooser">
        {fitting.map(({ key, field, lists }) => (
          <li key={key}>
            <label class="check">
              <input
                type="checkbox"
                checked={chosen.includes(key)}
                onChange={(event) =>
                  onChoose(event.currentTarget.checked ? [...chosen, key] : chosen.filter((other) => other !== key))
                }
              />
              <span>
                {lists.length > 0 && (
                  <span class="soft">{lists.map((list) => list.label[language]).join(' › ')} › </span>
                )}
                {field.label[language]} <code class="field-name">{field.name}</code>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
