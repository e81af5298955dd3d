import { useTexts } from '../texts/use-texts.js';
import { Notice } from './notice.js';

/** Lists the fields of a request that the platform has ignored because it does not know them. */
export function IgnoredFields({ names }: { readonly names: readonly string[] }) {
  const { t } = useTexts();
  if (names.length === 0) return null;
  return (
    <Notice kind="warn" title={t.ignored}>
      <p>
        {names.map((name, index) => (
          <span key={name}>
            {index > 0 && ' '}
            <code>{name}</code>
          </span>
        ))}
      </p>
    </Notice>
  );
}
