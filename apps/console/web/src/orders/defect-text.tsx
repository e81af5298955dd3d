import { useTexts } from '../texts/use-texts.js';
import { placeOf } from './order-mark.js';
import type { OrderDefect } from './read-orders.js';

/** Shows a defect and its field in words. */
export function DefectText({ defect }: { readonly defect: OrderDefect }) {
  const { t, format } = useTexts();
  const { column } = placeOf(defect, []);
  return (
    <>
      {column !== '' && (
        <>
          <code>{column}</code>{' '}
        </>
      )}
      {t.orders.defects[defect.kind](format.number(defect.limit ?? 0))}
    </>
  );
}
