import type { OrderFile } from '@trading-platform/order-file';
import { useId, useState } from 'preact/hooks';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import type { Texts } from '../texts/en.js';
import { useTexts } from '../texts/use-texts.js';

/** An area that accepts a file. The user chooses the file or drops it there. */
export function DropZone({
  file,
  onChoose,
  onTemplate,
}: {
  readonly file: OrderFile | undefined;
  readonly onChoose: (file: File) => void;
  readonly onTemplate: (kind: 'xlsx' | 'csv') => void;
}) {
  const { t } = useTexts();
  const id = useId();
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const chosen = files?.[0];
    if (chosen !== undefined) onChoose(chosen);
  };
  return (
    <div
      class={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files);
      }}
    >
      <Icon name="upload" size={26} />
      <div class="drop-text">
        <p class="drop-title">{file === undefined ? t.orders.choose : file.name}</p>
        <p class="small soft">{helpOf(file, t)}</p>
        <input
          id={id}
          class="hidden"
          type="file"
          accept=".xlsx,.csv,.tsv,.txt,.json,application/json,text/csv"
          onChange={(event) => {
            take(event.currentTarget.files);
            event.currentTarget.value = '';
          }}
        />
      </div>
      <label for={id} class="button">
        <span>{file === undefined ? t.orders.chooseFile : t.orders.chooseOther}</span>
      </label>
      <Button kind="quiet" onPress={() => onTemplate('xlsx')}>
        {t.orders.template}
      </Button>
      <Button kind="quiet" onPress={() => onTemplate('csv')}>
        {t.orders.csvTemplate}
      </Button>
    </div>
  );
}

/** Says how the file was read, if that may be wrong. */
function helpOf(file: OrderFile | undefined, t: Texts): string {
  if (file?.encoding === 'shift_jis') return t.orders.shiftJis;
  if (file?.format === 'table' && file.sheet !== undefined) return t.orders.sheet(file.sheet);
  return t.orders.chooseHelp;
}
