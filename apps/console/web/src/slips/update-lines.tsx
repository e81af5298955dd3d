import type { FieldDescription, FieldError, SlipActionForm, StoredRecord } from '../../../wire/index.js';
import { TableHead } from '../parts/table-head.js';
import { textOf } from '../server/text-of.js';
import { useTexts } from '../texts/use-texts.js';
import { ProductName } from './slip-lines.js';
import { firstValue, idOfLine, type LineDrafts, linesOfSlip } from './update-draft.js';
import { useProblem } from './update-input.js';

/** The lines of a slip, with inputs for what the action takes of each. */
export function UpdateLines({
  form,
  slip,
  drafts,
  refusalsOf,
  onChange,
}: {
  readonly form: SlipActionForm;
  readonly slip: StoredRecord;
  readonly drafts: LineDrafts;
  readonly refusalsOf: (field: string, lineId: string) => readonly FieldError[];
  readonly onChange: (drafts: LineDrafts) => void;
}) {
  const { t, language } = useTexts();
  const fields = form.lines ?? [];
  const present = form.action === 'return' ? t.slips.received : t.slips.ordered;
  return (
    <section class="card flush update-lines">
      <table class="table stacking">
        <TableHead columns={[t.slips.product, { right: present }, ...fields.map((field) => field.label[language])]} />
        <tbody>
          {linesOfSlip(slip).map((line) => {
            const id = idOfLine(line);
            const ordered = form.action === 'return' ? '' : textOf(line['order_prod_lot_qty']);
            return (
              <tr key={id}>
                <th scope="row">
                  <ProductName line={line} />
                </th>
                <td data-label={present} class="right number">
                  {ordered === '' ? textOf(line['prod_lot_qty']) : ordered} {textOf(line['prod_unit_name'])}
                </td>
                {fields.map((field) => (
                  <td key={field.name} data-label={field.label[language]}>
                    <LineInput
                      field={field}
                      label={`${field.label[language]}: ${textOf(line['item_name']) || id}`}
                      value={drafts[id]?.[field.name] ?? firstValue(form, line, field.name)}
                      refusals={refusalsOf(field.name, id)}
                      onChange={(value) => onChange({ ...drafts, [id]: { ...drafts[id], [field.name]: value } })}
                    />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function LineInput({
  field,
  label,
  value,
  refusals,
  onChange,
}: {
  readonly field: FieldDescription;
  readonly label: string;
  readonly value: string;
  readonly refusals: readonly FieldError[];
  readonly onChange: (value: string) => void;
}) {
  const isNumber = field.type === 'decimal';
  const problem = useProblem(undefined, refusals);
  return (
    <span class="line-input">
      <input
        class={isNumber ? 'input cell-input right' : 'input cell-input'}
        size={isNumber ? 7 : 14}
        inputMode={isNumber ? 'decimal' : 'text'}
        aria-label={label}
        aria-invalid={problem === undefined ? undefined : true}
        maxLength={field.maxLength}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      {problem !== undefined && <span class="field-problem">{problem}</span>}
    </span>
  );
}
