import { useEffect } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { Mark } from '../shell/shell.js';
import { useTexts } from '../texts/use-texts.js';
import { tellTabs } from './tab-news.js';

/** The path on which a sign-in in a separate tab ends. */
export const signedInPath = '/signed-in';

/** Informs the other tabs that they can continue. Afterwards the page closes its own tab if the browser allows that. */
export function SignedInPage() {
  const { t } = useTexts();
  useEffect(() => {
    tellTabs('signed-in');
    window.close();
  }, []);
  return (
    <main class="alone" id="content">
      <div class="alone-card">
        <Mark />
        <h1>{t.signedIn.title}</h1>
        <p class="soft">{t.signedIn.text}</p>
        <Link href="/">{t.signedIn.verb}</Link>
      </div>
    </main>
  );
}
