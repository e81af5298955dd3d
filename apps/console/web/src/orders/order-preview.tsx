import {
  isRecord,
  linesOf,
  type MarkedDefect,
  markedDefects,
  type OrderDefect,
  type OrderField,
  type OrderForm,
  type ReadOrders,
} from '@trading-platform/order-file';
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { TableHead } from '../parts/table-head.js';
import { textOf } from '../server/text-of.js';
import { Card } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { DefectText } from './defect-text.js';
import { OrderLines } from './order-lines.js';

/** The number of orders that are listed at first, and that the user can add at each further step. */
const pageSize = 50;
/** The maximum number of defects in the row of an order. All defects of the order are shown beside its lines. */
const toldDefects = 5;

/** Shows the orders of a file as they will be sent, together with their defects. */
export function OrderPreview({
  read: { orders, places },
  defects,
  form,
}: {
  readonly read: ReadOrders;
  readonly defects: readonly OrderDefect[];
  readonly form: OrderForm;
}) {
  const { t, language, format } = useTexts();
  const [shown, setShown] = useState(pageSize);
  const [isDefectiveOnly, setDefectiveOnly] = useState(false);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const marks = Map.groupBy(markedDefects(defects, places), ({ order }) => order);
  marks.delete(undefined);
  const isNarrowed = isDefectiveOnly && marks.size > 0;
  const indexes = [...orders.keys()].filter((index) => !isNarrowed || marks.has(index));
  const lines = orders.reduce<number>((sum, order) => sum + linesOf(order, form).length, 0);
  const toggle = (index: number) => {
    const next = new Set(opened);
    if (!next.delete(index)) next.add(index);
    setOpened(next);
  };
  return (
    <Card title={t.orders.preview} isFlush>
      <div class="preview-totals">
        <p>
          {t.orders.totals(format.number(orders.length), format.number(lines))}
          {sendCounts(orders, form).map(({ value, label, count }) => (
            <span key={value} class="soft">
              {' · '}
              {label[language]}: <span class="number">{format.number(count)}</span>
            </span>
          ))}
        </p>
        {marks.size > 0 && (
          <label class="check">
            <input
              type="checkbox"
              checked={isDefectiveOnly}
              onChange={(event) => setDefectiveOnly(event.currentTarget.checked)}
            />
            <span>{t.orders.defectiveOnly(format.number(marks.size))}</span>
          </label>
        )}
      </div>
      <table class="table stacking preview">
        <TableHead
          columns={[
            { right: places.length === 0 ? t.recordsPage.number : t.orders.line },
            t.orders.uploadNo,
            t.orders.buyerAndSeller,
            t.orders.wishedDay,
            t.orders.sending,
            { right: t.orders.lines },
          ]}
        />
        <tbody>
          {indexes.slice(0, shown).map((index) => (
            <Fragment key={index}>
              <OrderRow
                order={orders[index]}
                number={places[index]?.line ?? index + 1}
                form={form}
                marks={marks.get(index) ?? []}
                isOpen={opened.has(index)}
                onToggle={() => toggle(index)}
              />
              {opened.has(index) && (
                <tr class="preview-lines">
                  <td colSpan={6}>
                    <OrderLines
                      order={orders[index]}
                      form={form}
                      place={places[index]}
                      marks={marks.get(index) ?? []}
                    />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
      {indexes.length > shown && (
        <div class="card-foot">
          <Button onPress={() => setShown(shown + pageSize)}>
            {t.orders.moreOf(format.number(shown), format.number(indexes.length))}
          </Button>
        </div>
      )}
    </Card>
  );
}

function OrderRow({
  order,
  number,
  form,
  marks,
  isOpen,
  onToggle,
}: {
  readonly order: unknown;
  readonly number: number;
  readonly form: OrderForm;
  readonly marks: readonly MarkedDefect[];
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  const { t, format, language } = useTexts();
  const valueOf = (name: string) => (isRecord(order) ? textOf(order[name]) : '');
  const uploadNo = valueOf('upload_no');
  const sends = fieldOf(form, 'send_flg')?.values?.find(({ value }) => value === valueOf('send_flg'));
  const count = linesOf(order, form).length;
  return (
    <tr class={marks.length > 0 ? 'has-problem' : ''}>
      <td class="right number" data-label={t.orders.line}>
        {format.number(number)}
      </td>
      <th scope="row" class="code-cell">
        {uploadNo === '' ? '–' : uploadNo}
        {marks.length > 0 && (
          <ul class="preview-defects">
            {marks.slice(0, toldDefects).map(({ defect, line }) => (
              <li key={defect.item + defect.kind} class="field-problem">
                <Icon name="bad" size={14} />
                <span>
                  {line !== undefined && `${t.orders.line} ${format.number(line)} · `}
                  <DefectText defect={defect} />
                </span>
              </li>
            ))}
            {marks.length > toldDefects && (
              <li class="small soft">{t.orders.moreOrders(format.number(marks.length - toldDefects))}</li>
            )}
          </ul>
        )}
      </th>
      <td data-label={t.orders.buyerAndSeller}>
        <span class="number">
          {valueOf('member_code_self') || '–'}
          {'\u00a0'}→ {valueOf('member_code_partner') || '–'}
        </span>
      </td>
      <td class="number" data-label={t.orders.wishedDay}>
        {valueOf('hope_delivery_date') || '–'}
      </td>
      <td data-label={t.orders.sending}>{sends === undefined ? valueOf('send_flg') || '–' : sends.label[language]}</td>
      <td class="right" data-label={t.orders.lines}>
        <button type="button" class="button quiet small-button number" aria-expanded={isOpen} onClick={onToggle}>
          <span class="hidden">{t.orders.linesOf(uploadNo)}: </span>
          {format.number(count)}
          <Icon name={isOpen ? 'up' : 'down'} size={15} />
        </button>
      </td>
    </tr>
  );
}

function fieldOf({ orders }: OrderForm, name: string): OrderField | undefined {
  return orders.of?.find((field) => field.name === name);
}

/** Counts the orders for each meaning of `send_flg`. */
function sendCounts(orders: readonly unknown[], form: OrderForm) {
  return (fieldOf(form, 'send_flg')?.values ?? [])
    .map((meaning) => ({
      ...meaning,
      count: orders.filter((order) => isRecord(order) && textOf(order['send_flg']) === meaning.value).length,
    }))
    .filter(({ count }) => count > 0);
}
