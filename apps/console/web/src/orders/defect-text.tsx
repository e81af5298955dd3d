import { useTexts } from '../texts/use-texts.js';
import { placeOf } from './order-mark.js';
import type { OrderDefect } from './read-orders.js';

/** What is wrong, and with which field. */
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
