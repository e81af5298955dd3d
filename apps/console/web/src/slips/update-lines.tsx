import type { FieldDescription, FieldError, SlipActionForm, StoredRecord } from '../../../wire/index.js';
import { Button } from '../parts/button.js';
import { TableHead } from '../parts/table-head.js';
import { textOf } from '../server/text-of.js';
import { useTexts } from '../texts/use-texts.js';
import { ProductName } from './slip-lines.js';
import { type AddedLine, firstValue, idOfAdded, idOfLine, type LineDrafts, linesOfSlip } from './update-draft.js';
import { useProblem } from './update-input.js';

/** The lines of a slip, with inputs for the fields that the action takes for each line. */
export function UpdateLines({
  form,
  slip,
  drafts,
  added,
  refusalsOf,
  onChange,
  onChangeAdded,
}: {
  readonly form: SlipActionForm;
  readonly slip: StoredRecord;
  readonly drafts: LineDrafts;
  /** The lines that the user adds. */
  readonly added: readonly AddedLine[];
  readonly refusalsOf: (field: string, lineId: string) => readonly FieldError[];
  readonly onChange: (drafts: LineDrafts) => void;
  readonly onChangeAdded: (added: readonly AddedLine[]) => void;
}) {
  const { t, language } = useTexts();
  const { lines: fields = [], product } = form;
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
          {product !== undefined &&
            added.map((line, place) => (
              <AddedRow
                // Rows differ only by their place, and have no state of their own.
                // oxlint-disable-next-line react/no-array-index-key
                key={place}
                product={product}
                fields={fields}
                line={line}
                refusalsOf={(field) => refusalsOf(field, idOfAdded(place))}
                onChange={(to) => onChangeAdded(added.with(place, to))}
                onRemove={() => onChangeAdded(added.toSpliced(place, 1))}
              />
            ))}
        </tbody>
      </table>
      {product !== undefined && (
        <div class="add-line">
          <Button icon="plus" isSmall onPress={() => onChangeAdded([...added, {}])}>
            {t.slips.addProduct}
          </Button>
        </div>
      )}
    </section>
  );
}

/** A new line. The user types the code of its product in the place where other lines show the name of theirs. */
function AddedRow({
  product,
  fields,
  line,
  refusalsOf,
  onChange,
  onRemove,
}: {
  readonly product: FieldDescription;
  readonly fields: readonly FieldDescription[];
  readonly line: AddedLine;
  readonly refusalsOf: (field: string) => readonly FieldError[];
  readonly onChange: (line: AddedLine) => void;
  readonly onRemove: () => void;
}) {
  const { t, language } = useTexts();
  const code = line[product.name] ?? '';
  const inputOf = (field: FieldDescription) => (
    <LineInput
      field={field}
      label={`${field.label[language]}: ${code === '' || field === product ? t.slips.newProduct : code}`}
      placeholder={field === product ? field.label[language] : undefined}
      value={line[field.name] ?? ''}
      refusals={refusalsOf(field.name)}
      onChange={(value) => onChange({ ...line, [field.name]: value })}
    />
  );
  return (
    <tr class="added-line">
      <th scope="row">{inputOf(product)}</th>
      <td class="right">
        <Button icon="remove" kind="quiet" isSmall onPress={onRemove}>
          {t.slips.removeProduct}
        </Button>
      </td>
      {fields.map((field) => (
        <td key={field.name} data-label={field.label[language]}>
          {inputOf(field)}
        </td>
      ))}
    </tr>
  );
}

function LineInput({
  field,
  label,
  placeholder,
  value,
  refusals,
  onChange,
}: {
  readonly field: FieldDescription;
  readonly label: string;
  readonly placeholder?: string | undefined;
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
        placeholder={placeholder}
        aria-invalid={problem === undefined ? undefined : true}
        maxLength={field.maxLength}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      {problem !== undefined && <span class="field-problem">{problem}</span>}
    </span>
  );
}
