import type { StoredRecord } from '../../../wire/index.js';
import { TableHead } from '../parts/table-head.js';
import { textOf } from '../server/text-of.js';
import { useTexts } from '../texts/use-texts.js';
import { useSlipWords } from './use-slip-words.js';

/** The amounts that people compare, from the goods to the total. An amount in the middle is left out if it is 0. */
const amountFields = [
  'prod_total_tax_excluded_total',
  'trade_shipping',
  'trade_additional',
  'trade_tax',
  'trade_total',
];
const shownAlways: ReadonlySet<string> = new Set(['prod_total_tax_excluded_total', 'trade_tax', 'trade_total']);

/** Shows the amounts of a slip. In a preview, the amounts after the update are beside them. */
export function SlipAmounts({ slip, after }: { readonly slip: StoredRecord; readonly after?: StoredRecord }) {
  const { t, format } = useTexts();
  const { labelOf } = useSlipWords();
  const shown = amountFields.filter(
    (name) => shownAlways.has(name) || !isNothing(slip, name) || !isNothing(after, name),
  );
  const yen = (record: StoredRecord, name: string) => format.yen(textOf(record[name]));
  if (after === undefined) {
    return (
      <dl class="facts amounts">
        {shown.map((name) => (
          <div key={name} class={name === 'trade_total' ? 'total' : ''}>
            <dt class="soft">{labelOf(name)}</dt>
            <dd class="number">{yen(slip, name)}</dd>
          </div>
        ))}
      </dl>
    );
  }
  return (
    <table class="table compared">
      <TableHead
        columns={[<span class="hidden">{t.slips.amounts}</span>, { right: t.slips.before }, { right: t.slips.after }]}
      />
      <tbody>
        {shown.map((name) => (
          <tr key={name} class={name === 'trade_total' ? 'total' : ''}>
            <th scope="row">{labelOf(name)}</th>
            <td class="right number">{yen(slip, name)}</td>
            <td class={slip[name] === after[name] ? 'right number soft' : 'right number moved'}>{yen(after, name)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function isNothing(record: StoredRecord | undefined, name: string): boolean {
  return Number(textOf(record?.[name])) === 0;
}
