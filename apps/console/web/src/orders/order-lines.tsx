import {
  isRecord,
  lineFields,
  linesOf,
  type MarkedDefect,
  type OrderForm,
  type OrderPlace,
} from '@trading-platform/order-file';
import { textOf } from '../server/text-of.js';
import { useTexts } from '../texts/use-texts.js';
import { useHeading } from './headings-context.js';

/** The fields that are already visible in the row of an order. */
const inTheRow = new Set(['upload_no', 'member_code_self', 'member_code_partner', 'hope_delivery_date', 'send_flg']);

/** Shows the details of one order: the fields that its row does not show, and its lines. */
export function OrderLines({
  order,
  form,
  place,
  marks,
}: {
  readonly order: unknown;
  readonly form: OrderForm;
  readonly place: OrderPlace | undefined;
  readonly marks: readonly MarkedDefect[];
}) {
  const { t, language, format } = useTexts();
  const headingOf = useHeading();
  const fields = lineFields(form);
  const defective = new Set(marks.map(({ detail, column }) => `${detail} ${column}`));
  const others = (form.orders.of ?? []).filter(({ name, of }) => of === undefined && !inTheRow.has(name));
  const filled = others.filter(({ name }) => isRecord(order) && textOf(order[name]) !== '');
  return (
    <>
      {filled.length > 0 && (
        <dl class="preview-fields">
          {filled.map(({ name, label }) => (
            <div key={name}>
              <dt class="small soft">{label[language]}</dt>
              <dd>{isRecord(order) ? textOf(order[name]) : ''}</dd>
            </div>
          ))}
        </dl>
      )}
      <div class="table-scroll" tabIndex={0} role="region" aria-label={t.orders.lines}>
        <table class="table">
          <thead>
            <tr>
              {place !== undefined && (
                <th scope="col" class="right">
                  {t.orders.line}
                </th>
              )}
              {fields.map(({ name, label }) => (
                <th key={name} scope="col" title={label[language]}>
                  <code>{headingOf(name)}</code>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {linesOf(order, form).map((line, index) => (
              <tr key={index}>
                {place !== undefined && (
                  <td class="right number">{format.number(place.detailLines[index] ?? place.line)}</td>
                )}
                {fields.map(({ name }) => (
                  <td key={name} class={defective.has(`${index} ${name}`) ? 'wrong-cell' : ''}>
                    {(isRecord(line) ? textOf(line[name]) : '') || '–'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
