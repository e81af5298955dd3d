import { useState } from 'preact/hooks';
import { Button } from '../parts/button.js';
import { Field } from '../parts/field.js';
import type { IconName } from '../parts/icon.js';
import { Card } from '../shell/page.js';

/** A form with one input. The user types a number there to find something. */
export function FindForm({
  label,
  help,
  verb,
  icon,
  maxLength,
  onFind,
}: {
  readonly label: string;
  readonly help: string;
  readonly verb: string;
  readonly icon?: IconName;
  readonly maxLength?: number;
  readonly onFind: (number: string) => void;
}) {
  const [typed, setTyped] = useState('');
  const number = typed.trim();
  return (
    <Card>
      <form
        class="find"
        onSubmit={(event) => {
          event.preventDefault();
          if (number !== '') onFind(number);
        }}
      >
        <Field label={label} help={help}>
          {(names) => (
            <input
              {...names}
              class="input"
              autocomplete="off"
              spellcheck={false}
              maxLength={maxLength}
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
        <Button kind="main" type="submit" {...(icon && { icon })}>
          {verb}
        </Button>
      </form>
    </Card>
  );
}
