import { useEffect, useState } from 'preact/hooks';
import type { FieldDescription, StoredRecord } from '../../../wire/index.js';
import { Button } from '../parts/button.js';
import { CopyButton } from '../parts/copy-button.js';
import { Dialog } from '../parts/dialog.js';
import { Loading } from '../parts/loading.js';
import { textOf } from '../server/text-of.js';
import { useTexts } from '../texts/use-texts.js';
import { languageOf } from './record-columns.js';
import type { RecordWindows } from './record-windows.js';

/** Shows one record with the meaning of each field. */
export function RecordDialog({
  windows,
  fields,
  row,
  rowCount,
  onGo,
  onClose,
}: {
  readonly windows: RecordWindows;
  readonly fields: readonly FieldDescription[];
  readonly row: number;
  readonly rowCount: number;
  readonly onGo: (row: number) => void;
  readonly onClose: () => void;
}) {
  const { t, format } = useTexts();
  const [isFilledOnly, setFilledOnly] = useState(true);
  const record = windows.at(row);
  useEffect(() => windows.need(row), [windows, row]);
  return (
    <Dialog
      title={t.recordsPage.record(format.number(row + 1))}
      isWide
      onClose={onClose}
      actions={
        <>
          <Button icon="back" isDisabled={row === 0} onPress={() => onGo(row - 1)}>
            {t.recordsPage.previous}
          </Button>
          <Button icon="open" isDisabled={row === rowCount - 1} onPress={() => onGo(row + 1)}>
            {t.recordsPage.next}
          </Button>
        </>
      }
    >
      <div class="chooser-tools">
        <label class="check grow">
          <input
            type="checkbox"
            checked={isFilledOnly}
            onChange={(event) => setFilledOnly(event.currentTarget.checked)}
          />
          <span>{t.recordsPage.filledOnly}</span>
        </label>
        {record !== undefined && <CopyButton text={JSON.stringify(record, null, 2)} label={t.recordsPage.copyJson} />}
      </div>
      {record === undefined ? (
        <Loading lines={8} />
      ) : (
        <FieldList fields={fields} record={record} isFilledOnly={isFilledOnly} />
      )}
    </Dialog>
  );
}

function FieldList({
  fields,
  record,
  isFilledOnly,
}: {
  readonly fields: readonly FieldDescription[];
  readonly record: StoredRecord;
  readonly isFilledOnly: boolean;
}) {
  const { t, language } = useTexts();
  const plain = fields.filter(
    (field) => field.of === undefined && (!isFilledOnly || textOf(record[field.name]) !== ''),
  );
  const lists = fields.filter((field) => field.of !== undefined);
  return (
    <>
      <dl class="record-fields">
        {plain.map((field) => (
          <div key={field.name}>
            <dt title={language === 'en' ? field.sentence : undefined}>
              {field.label[language]} <code class="field-name">{field.name}</code>
            </dt>
            <dd>
              <Value field={field} text={textOf(record[field.name])} />
            </dd>
          </div>
        ))}
      </dl>
      {lists.map((field) =>
        elementsOf(record[field.name]).map((element, index, all) => (
          <section key={`${field.name}${index}`} class="record-list">
            <h3>
              {field.label[language]} <span class="soft number">{t.recordsPage.elementOf(index + 1, all.length)}</span>
            </h3>
            <FieldList fields={field.of ?? []} record={element} isFilledOnly={isFilledOnly} />
          </section>
        )),
      )}
    </>
  );
}

function Value({ field, text }: { readonly field: FieldDescription; readonly text: string }) {
  const { t, language } = useTexts();
  if (text === '') return <span class="soft">{t.recordsPage.noValue}</span>;
  const meaning = field.values?.find(({ value }) => value === text)?.label[language];
  return (
    <>
      <span class="value" lang={languageOf(field, text)}>
        {text}
      </span>
      {meaning !== undefined && <span class="soft"> {meaning}</span>}
    </>
  );
}

function elementsOf(value: unknown): readonly StoredRecord[] {
  return Array.isArray(value) ? (value as StoredRecord[]) : [];
}
