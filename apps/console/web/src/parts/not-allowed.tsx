import type { Right } from '../../../wire/index.js';
import { useRights } from '../session/use-rights.js';
import { useTexts } from '../texts/use-texts.js';
import { Notice } from './notice.js';

/** Explains that this application has none of these rights, and who can give them. */
export function NotAllowed({ rights }: { readonly rights: readonly Right[] }) {
  const { t } = useTexts();
  const { wordsOf } = useRights();
  const titles = rights.map((right) => <div key={right}>{t.rights.notAllowed(wordsOf(right))}</div>);
  return (
    <Notice kind="warn" title={titles}>
      <p>{t.rights.remedy}</p>
    </Notice>
  );
}
