import { useState } from 'preact/hooks';
import type { FieldError } from '../../../wire/index.js';
import { Card } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { columnOfError, lineOfError, type OrderFile, type OrderOutcome, rowsOf, withCell } from './order-file.js';

/** Most lines that are offered for correction at once. */
const shownLines = 200;

/** The file as it will be sent: its lines with defects, to be corrected in place. */
export function FileEditor({
  file,
  outcomes,
  refusals,
  onChange,
}: {
  readonly file: OrderFile;
  /** The orders that were refused. */
  readonly outcomes: readonly OrderOutcome[];
  /** What was said of the file as a whole. */
  readonly refusals: readonly FieldError[];
  readonly onChange: (file: OrderFile) => void;
}) {
  const { t } = useTexts();
  if (outcomes.length === 0 && refusals.length === 0) return null;
  return (
    <Card title={t.orders.corrections}>
      <Refusals refusals={refusals} />
      {file.format === 'json' ? (
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
      ) : (
        <Lines file={file} outcomes={outcomes} refusals={refusals} onChange={onChange} />
      )}
    </Card>
  );
}

function Refusals({ refusals }: { readonly refusals: readonly FieldError[] }) {
  const { t, language } = useTexts();
  if (refusals.length === 0) return null;
  return (
    <ul class="order-errors">
      {refusals.map((said) => (
        <li key={`${said.item}${said.code}${said.line}`}>
          {said.line !== undefined && `${t.orders.line} ${said.line} · `}
          <code>{said.item}</code> <code>{said.code}</code> {said.meaning[language]}{' '}
          <span lang="en">{said.detail}</span>
        </li>
      ))}
    </ul>
  );
}

function Lines({ file, outcomes, refusals, onChange }: Parameters<typeof FileEditor>[0]) {
  const { t } = useTexts();
  const [header, ...rows] = rowsOf(file);
  // The lines that were shown stay while they are corrected.
  const [wanted] = useState(
    () =>
      new Set([
        ...outcomes.flatMap(({ line, lines }) => [line, ...lines]),
        ...refusals.flatMap(({ line }) => line ?? []),
      ]),
  );
  const defects = new Set([
    ...outcomes.flatMap((outcome) =>
      outcome.order.errors.map((said) => `${lineOfError(outcome, said)} ${columnOfError(said)}`),
    ),
    ...refusals.map((said) => `${said.line} ${columnOfError(said)}`),
  ]);
  const names = header?.cells ?? [];
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label={t.orders.corrections}>
      <table class="table editing">
        <thead>
          <tr>
            <th scope="col" class="right">
              {t.orders.line}
            </th>
            {names.map((name) => (
              <th key={name} scope="col">
                <code>{name}</code>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(({ line }) => wanted.has(line))
            .slice(0, shownLines)
            .map(({ line, cells }) => (
              <tr key={line}>
                <th scope="row" class="right number">
                  {line}
                </th>
                {names.map((name, column) => (
                  <td key={name}>
                    <input
                      class="input cell-input"
                      size={Math.min(24, Math.max(4, (cells[column] ?? '').length + 1))}
                      aria-label={t.orders.cell(name, line)}
                      aria-invalid={defects.has(`${line} ${name}`) ? true : undefined}
                      value={cells[column] ?? ''}
                      onInput={(event) => onChange(withCell(file, line, column, event.currentTarget.value))}
                    />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
