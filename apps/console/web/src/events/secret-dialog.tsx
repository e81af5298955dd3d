import { Button } from '../parts/button.js';
import { CopyButton } from '../parts/copy-button.js';
import { Dialog } from '../parts/dialog.js';
import { useTexts } from '../texts/use-texts.js';

/** Shows a new secret. It cannot be read again. */
export function SecretDialog({
  secret,
  text,
  onClose,
}: {
  readonly secret: string;
  readonly text: string;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  return (
    <Dialog
      title={t.events.secretTitle}
      onClose={onClose}
      actions={
        <Button kind="main" onPress={onClose}>
          {t.done}
        </Button>
      }
    >
      <div class="endpoint-form">
        <p>{text}</p>
        <pre class="code">
          <code>{secret}</code>
        </pre>
        <CopyButton text={secret} />
      </div>
    </Dialog>
  );
}
