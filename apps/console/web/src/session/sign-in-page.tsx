import { Notice } from '../parts/notice.js';
import type { Preferences } from '../shell/preferences.js';
import { Choices, Mark } from '../shell/shell.js';
import { useTexts } from '../texts/use-texts.js';

/** The page that is shown before anybody is signed in. */
export function SignInPage({
  preferences,
  onPrefer,
}: {
  readonly preferences: Preferences;
  readonly onPrefer: (preferences: Preferences) => void;
}) {
  const { t } = useTexts();
  const wasRefused = new URLSearchParams(location.search).has('refused');
  return (
    <main class="alone" id="content">
      <div class="alone-card">
        <Mark />
        <h1>{t.name}</h1>
        <p class="soft">{t.signIn.lead}</p>
        {wasRefused && <Notice kind="warn" title={t.signIn.refused} />}
        <a class="button main" href={signInAddress(wasRefused ? '/' : location.pathname + location.search)}>
          <span>{t.signIn.verb}</span>
        </a>
        <p class="small soft">{t.signIn.note}</p>
      </div>
      <Choices preferences={preferences} onPrefer={onPrefer} />
    </main>
  );
}

/** A link to the sign-in, which afterwards returns to a page of the console. */
export function signInAddress(path: string): string {
  return `/sign-in?return=${encodeURIComponent(path)}`;
}
