import { isDate } from '@trading-platform/domain-types';
import type { ComponentChildren } from 'preact';
import type { FieldDescription, FieldError } from '../../../wire/index.js';
import { Field } from '../parts/field.js';
import { Refusal } from '../parts/refusal.js';
import type { DraftProblem } from '../request/request-draft.js';
import { inputOf } from '../request/request-fields.js';
import { useTexts } from '../texts/use-texts.js';

/** A text that may be this long is a comment, and gets an input of several lines. */
const longText = 1_000;

/** The input for one field of an update. The input also shows the value that remains if the user types nothing. */
export function UpdateInput({
  field,
  value,
  present,
  problem,
  refusals,
  onChange,
}: {
  readonly field: FieldDescription;
  readonly value: string;
  readonly present: string;
  readonly problem: DraftProblem | undefined;
  readonly refusals: readonly FieldError[];
  readonly onChange: (value: string) => void;
}) {
  const { t, language, format } = useTexts();
  const isDay = inputOf(field) === 'day';
  const isTime = field.format?.startsWith('HH') === true;
  const isLong = (field.maxLength ?? 0) >= longText;
  const help =
    present === '' || field.isRequired ? undefined : t.slips.stays(isDate(present) ? format.day(present) : present);
  return (
    <div class={isLong ? 'wide-field' : ''}>
      <Field
        label={field.label[language]}
        isNeeded={field.isRequired}
        neededMark={t.needed}
        help={help}
        problem={useProblem(problem, refusals)}
      >
        {(names) =>
          isLong ? (
            <textarea
              {...names}
              class="input"
              rows={2}
              maxLength={field.maxLength}
              value={value}
              onInput={(event) => onChange(event.currentTarget.value)}
            />
          ) : (
            <input
              {...names}
              class="input"
              type={isDay ? 'date' : 'text'}
              maxLength={isDay ? undefined : field.maxLength}
              placeholder={isTime ? field.format : undefined}
              required={field.isRequired}
              value={value}
              onInput={(event) => onChange(event.currentTarget.value)}
            />
          )
        }
      </Field>
    </div>
  );
}

/** The defects that the page or the platform has found in an input. */
export function useProblem(problem: DraftProblem | undefined, refusals: readonly FieldError[]): ComponentChildren {
  const { t } = useTexts();
  if (problem !== undefined) return t.request.problems[problem.kind](problem.limit ?? 0);
  if (refusals.length === 0) return undefined;
  return refusals.map((said) => <Refusal key={said.code} said={said} />);
}
