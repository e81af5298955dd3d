import { Notice } from '../parts/notice.js';
import { useTexts } from '../texts/use-texts.js';
import type { LiveState } from './live-state.js';

/** Warns when the page may show old data. */
export function LineNotice({ live }: { readonly live: LiveState }) {
  const { t, format } = useTexts();
  if (live.line !== 'stale' && live.line !== 'dropped') return null;
  const since = live.at === undefined ? undefined : t.batches.asOf(format.time(live.at));
  return (
    <Notice kind="warn" title={live.line === 'stale' ? t.batches.stale : t.batches.dropped}>
      <p>{since}</p>
      {live.line === 'stale' && live.requestId !== undefined && (
        <p class="small">
          {t.requestId} <code>{live.requestId}</code>
        </p>
      )}
    </Notice>
  );
}
