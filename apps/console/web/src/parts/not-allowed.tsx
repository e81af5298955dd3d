import type { Right } from '../../../wire/index.js';
import { useRights } from '../session/use-rights.js';
import { useTexts } from '../texts/use-texts.js';
import { Notice } from './notice.js';

/** Explains that this application has none of these rights, and who can give them. */
export function NotAllowed({ rights }: { readonly rights: readonly Right[] }) {
  const { t } = useTexts();
  const { wordsOf } = useRights();
  return (
    <>
      {rights.map((right) => (
        <Notice key={right} kind="warn" title={t.rights.notAllowed(wordsOf(right))}>
          <p>{t.rights.remedy}</p>
        </Notice>
      ))}
    </>
  );
}
