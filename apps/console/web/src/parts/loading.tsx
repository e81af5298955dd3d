import { useEffect, useState } from 'preact/hooks';
import { useTexts } from '../texts/use-texts.js';

/** If loading takes longer than this time, the page explains the delay. */
const slowMs = 4_000;

/**
 * A placeholder of about the same shape as the content that is being loaded. The placeholder also mentions a slow
 * connection.
 */
export function Loading({ lines = 4 }: { readonly lines?: number }) {
  const { t } = useTexts();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="loading" role="status">
      <span class={isSlow ? 'soft' : 'hidden'}>{isSlow ? t.slow : t.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} class="loading-line" aria-hidden="true" />
      ))}
    </div>
  );
}
