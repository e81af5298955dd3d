import { Dialog } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { useTexts } from '../texts/use-texts.js';
import { signInAddress } from './sign-in-page.js';
import { signedInPath } from './signed-in-page.js';

/**
 * Shown on top of a page whose session has ended. The sign-in opens in another tab, so that nothing the user typed is
 * lost.
 */
export function SessionOver({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  return (
    <Dialog
      title={t.sessionOver.title}
      onClose={onClose}
      actions={
        <a class="button main" href={signInAddress(signedInPath)} target="_blank" rel="opener">
          <Icon name="open" size={17} />
          <span>{t.sessionOver.verb}</span>
        </a>
      }
    >
      <p>{t.sessionOver.text}</p>
    </Dialog>
  );
}
