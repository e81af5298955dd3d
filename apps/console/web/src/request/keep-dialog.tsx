import { useState } from 'preact/hooks';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Field } from '../parts/field.js';
import { useTexts } from '../texts/use-texts.js';
import { nameLength, savedAtMost } from './saved-requests.js';

/** Asks for the name of a kept request. */
export function KeepDialog({
  first = '',
  canMove = false,
  onKeep,
  onClose,
}: {
  readonly first?: string;
  /** Whether the request has dates. Only a date can be relative to today. */
  readonly canMove?: boolean;
  /** Returns whether the request is kept. */
  readonly onKeep: (name: string, moves: boolean) => boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const [name, setName] = useState(first);
  const [moves, setMoves] = useState(true);
  const [problem, setProblem] = useState<string>();
  const keep = () => {
    const words = name.trim();
    if (words === '') setProblem(t.request.problems.missing(0));
    else if (onKeep(words, moves)) onClose();
    else setProblem(t.request.saved.full(savedAtMost));
  };
  return (
    <Dialog
      title={first === '' ? t.request.saved.keep : t.request.saved.renameOf(first)}
      onClose={onClose}
      actions={
        <Button kind="main" onPress={keep}>
          {t.request.saved.verb}
        </Button>
      }
    >
      <form
        noValidate
        class="keep-form"
        onSubmit={(event) => {
          event.preventDefault();
          keep();
        }}
      >
        <Field label={t.request.saved.name} help={t.request.saved.nameHelp} problem={problem}>
          {(names) => (
            <input
              {...names}
              class="input"
              autocomplete="off"
              maxLength={nameLength}
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        {canMove && (
          <label class="check">
            <input type="checkbox" checked={moves} onChange={(event) => setMoves(event.currentTarget.checked)} />
            <span>
              {t.request.saved.move} <span class="small soft block">{t.request.saved.moveHelp}</span>
            </span>
          </label>
        )}
      </form>
    </Dialog>
  );
}
