import { useEffect, useState } from 'preact/hooks';
import { useTexts } from '../texts/use-texts.js';

/** After this time a wait is explained. */
const slowMs = 4_000;

/** Takes the place of something that is loading, in about its shape, and mentions a slow line. */
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
