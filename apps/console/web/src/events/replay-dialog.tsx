import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { Instant } from '../../../wire/index.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Field } from '../parts/field.js';
import { Problem } from '../parts/problem.js';
import { useTexts } from '../texts/use-texts.js';

/** Asks for the time since which events are sent once more. All times are Japan time. */
export function ReplayDialog({
  onReplay,
  onClose,
}: {
  readonly onReplay: (since: Instant) => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const since = Date.parse(`${text}${text.length === 16 ? ':00' : ''}+09:00`);
  const isPast = since <= Date.now();
  const replay = useMutation({ mutationFn: () => onReplay(since) });
  const submit = () => {
    setTried(true);
    if (isPast) replay.mutate();
  };
  return (
    <Dialog
      title={t.events.replayTitle}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t.events.cancel}</Button>
          <Button kind="main" isBusy={replay.isPending} onPress={submit}>
            {t.events.replay}
          </Button>
        </>
      }
    >
      <div class="endpoint-form">
        {replay.error !== null && <Problem error={replay.error} />}
        <p>{t.events.replayText}</p>
        <Field
          label={t.events.since}
          help={t.events.sinceHelp}
          problem={isTried && !isPast ? t.events.sinceWrong : undefined}
        >
          {(names) => (
            <input
              {...names}
              class="input"
              type="datetime-local"
              step={1}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}
