import type { FailureReason } from '../../../wire/index.js';
import { useTexts } from '../texts/use-texts.js';

/** Shows why a batch failed. A reason without a translation is shown in its original language. */
export function ReasonWords({ reason }: { readonly reason: FailureReason | undefined }) {
  const { t, language } = useTexts();
  if (reason === undefined) return <p>{t.overview.noReason}</p>;
  const words = reason[language];
  if (words !== undefined) return <p>{words}</p>;
  return (
    <p>
      {t.overview.foreignReason} <q lang="en">{reason.en}</q>
    </p>
  );
}
