import { defectWords, fittingOf, type OrderDefect, placeOf } from '@trading-platform/order-file';
import { useTexts } from '../texts/use-texts.js';
import { useHeading } from './headings-context.js';

/** Shows a defect and its field in words, and what to type instead. */
export function DefectText({ defect }: { readonly defect: OrderDefect }) {
  const { language } = useTexts();
  const headingOf = useHeading();
  const { column } = placeOf(defect, []);
  return (
    <>
      {column !== '' && (
        <>
          <code>{headingOf(column)}</code>{' '}
        </>
      )}
      {defectWords[language][defect.kind](fittingOf(defect, language))}
    </>
  );
}
