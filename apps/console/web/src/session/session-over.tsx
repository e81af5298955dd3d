import { Dialog } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { useTexts } from '../texts/use-texts.js';
import { signInAddress } from './sign-in-page.js';
import { signedInPath } from './signed-in-page.js';

/** Over a page whose session is over: nothing that was typed is lost, because the sign-in is in another tab. */
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
