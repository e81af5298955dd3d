import { Link } from 'wouter-preact';
import type { StoredRecord } from '../../../wire/index.js';
import { TableHead } from '../parts/table-head.js';
import { textOf } from '../server/text-of.js';
import { useTexts } from '../texts/use-texts.js';
import { idOfLine, linesOfSlip } from './update-draft.js';
import { useSlipWords } from './use-slip-words.js';

/** Shows the lines of a slip. If the ordered and the delivered quantity of a line differ, both are shown. */
export function SlipLines({
  slip,
  pathOf,
}: {
  readonly slip: StoredRecord;
  /** The address of the page of a product. Absent if the user does not see the products, as on the seller's side. */
  readonly pathOf?: ((catalogId: string) => string) | undefined;
}) {
  const { t, format } = useTexts();
  const { lineLabelOf } = useSlipWords();
  const labels = {
    quantity: lineLabelOf('prod_lot_qty'),
    price: lineLabelOf('prod_lot_price'),
    amount: lineLabelOf('prod_lot_total_tax_excluded'),
    tax: lineLabelOf('tax'),
    remarks: lineLabelOf('prod_remarks'),
  };
  return (
    <table class="table stacking">
      <TableHead
        columns={[
          t.slips.product,
          { right: labels.quantity },
          { right: labels.price },
          { right: labels.amount },
          { right: labels.tax },
          labels.remarks,
        ]}
      />
      <tbody>
        {linesOfSlip(slip).map((line, index) => {
          const text = (name: string) => textOf(line[name]);
          return (
            <tr key={`${idOfLine(line)} ${index}`}>
              <th scope="row">
                <ProductName line={line} pathOf={pathOf} />
              </th>
              <td data-label={labels.quantity} class="right number">
                <span>
                  <Quantity line={line} />
                </span>
              </td>
              <td data-label={labels.price} class="right number">
                {format.yen(text('prod_lot_price'))}
              </td>
              <td data-label={labels.amount} class="right number">
                {format.yen(text('prod_lot_total_tax_excluded'))}
              </td>
              <td data-label={labels.tax} class="right number">
                {format.yen(text('tax'))}
              </td>
              <td data-label={labels.remarks}>{text('prod_remarks') === '' ? '–' : text('prod_remarks')}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The name and the specification of a product, and its number in the order master. */
export function ProductName({
  line,
  pathOf,
}: {
  readonly line: StoredRecord;
  readonly pathOf?: ((catalogId: string) => string) | undefined;
}) {
  const [name = '', spec, catalogId = ''] = [line['item_name'], line['item_spec'], line['my_catalog_id']].map(textOf);
  const words = name === '' ? idOfLine(line) : name;
  return (
    <>
      {pathOf === undefined || catalogId === '' ? words : <Link href={pathOf(catalogId)}>{words}</Link>}{' '}
      {spec !== '' && <span class="soft">{spec}</span>}
      {catalogId !== '' && <code class="small soft slip-id">{catalogId}</code>}
    </>
  );
}

function Quantity({ line }: { readonly line: StoredRecord }) {
  const [quantity, ordered, unit] = [line['prod_lot_qty'], line['order_prod_lot_qty'], line['prod_unit_name']].map(
    textOf,
  ) as [string, string, string];
  const isOther = ordered !== '' && Number(ordered) !== Number(quantity);
  return (
    <>
      {isOther && (
        <>
          <s class="soft">{ordered}</s>{' '}
        </>
      )}
      {quantity} {unit}
    </>
  );
}
