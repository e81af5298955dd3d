import { type MarkedDefect, type OrderPlace, placeOf } from '@trading-platform/order-file';
import type { FieldError } from '../../../wire/index.js';
import { Notice } from '../parts/notice.js';
import { Refusal } from '../parts/refusal.js';
import { useTexts } from '../texts/use-texts.js';
import { DefectText } from './defect-text.js';

/** The maximum number of defects that are shown at once. */
const told = 20;

/** Shows the defects that prevent the page from sending a file. */
export function DefectNotice({ defects }: { readonly defects: readonly MarkedDefect[] }) {
  const { t, format } = useTexts();
  if (defects.length === 0) return null;
  // The defects of a single order are shown beside that order.
  const ofFile = defects.filter(({ order }) => order === undefined);
  return (
    <Notice kind="warn" title={t.orders.defectCount(format.number(defects.length))}>
      {ofFile.length > 0 && (
        <ul class="order-errors">
          {ofFile.slice(0, told).map(({ defect, line }) => (
            <li key={`${defect.item} ${defect.kind} ${line}`}>
              {line !== undefined && `${t.orders.line} ${format.number(line)} · `}
              <DefectText defect={defect} />
            </li>
          ))}
          {ofFile.length > told && <li class="soft">{t.orders.moreOrders(format.number(ofFile.length - told))}</li>}
        </ul>
      )}
    </Notice>
  );
}

/** Shows why the platform refused a file as a whole. */
export function Refusals({
  refusals,
  places,
}: {
  readonly refusals: readonly FieldError[];
  readonly places: readonly OrderPlace[];
}) {
  const { t, format } = useTexts();
  const fields = refusals.filter(({ item }) => item !== '');
  if (fields.length === 0) return null;
  return (
    <ul class="order-errors">
      {fields.slice(0, told).map((said) => {
        const { line } = placeOf(said, places);
        return (
          <li key={said.item + said.code}>
            {line !== undefined && `${t.orders.line} ${format.number(line)} · `}
            <code>{said.item}</code> <Refusal said={said} />
          </li>
        );
      })}
      {fields.length > told && <li class="soft">{t.orders.moreOrders(format.number(fields.length - told))}</li>}
    </ul>
  );
}
