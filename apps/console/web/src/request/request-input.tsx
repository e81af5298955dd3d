import { useState } from 'preact/hooks';
import type { FieldDescription, FieldError } from '../../../wire/index.js';
import { Field, type InputNames } from '../parts/field.js';
import { Refusal } from '../parts/refusal.js';
import { useTexts } from '../texts/use-texts.js';
import { codesIn, type Draft, type DraftProblem } from './request-draft.js';
import { inputOf } from './request-fields.js';

/** The maximum number of refusals that are shown beside one field. */
const toldRefusals = 3;

export interface RequestInputProps {
  readonly field: FieldDescription;
  readonly value: Draft[string] | undefined;
  readonly problem: DraftProblem | undefined;
  /** The reasons why the platform refused the field. */
  readonly refusals: readonly FieldError[];
  readonly onChange: (value: Draft[string]) => void;
}

/** The input for one field of a request, with its label, its limits and its errors. */
export function RequestInput({ field, value, problem, refusals, onChange }: RequestInputProps) {
  const { t, language, format } = useTexts();
  const input = inputOf(field);
  const defect = problem === undefined ? undefined : t.request.problems[problem.kind](problem.limit ?? 0);
  const refusal = [
    ...refusals
      .slice(0, toldRefusals)
      .map((said) => <RefusedElement key={said.item + said.code} said={said} element={elementOf(said, value)} />),
    ...(refusals.length > toldRefusals
      ? [<span key="more">{t.batches.andMore(format.number(refusals.length - toldRefusals))}</span>]
      : []),
  ];
  const names = { label: field.label[language], name: field.name, isNeeded: field.isRequired, neededMark: t.needed };
  const shown = defect ?? (refusal.length === 0 ? undefined : refusal);
  if (input === 'choices') {
    return (
      <Choices {...names} field={field} help={helpOf()} chosen={listOf(value)} problem={shown} onChange={onChange} />
    );
  }
  return (
    <Field {...names} help={helpOf()} problem={shown}>
      {(attributes) => {
        if (input === 'codes') return <Codes names={attributes} codes={listOf(value)} onChange={onChange} />;
        const text = typeof value === 'string' ? value : '';
        if (input === 'choice') return <Choice names={attributes} field={field} value={text} onChange={onChange} />;
        return (
          <input
            {...attributes}
            class="input"
            type={input === 'day' ? 'date' : input === 'second' ? 'datetime-local' : 'text'}
            step={input === 'second' ? 1 : undefined}
            maxLength={input === 'text' ? field.maxLength : undefined}
            required={field.isRequired}
            value={input === 'second' ? text.replace(' ', 'T') : text}
            onInput={(event) =>
              onChange(input === 'second' ? secondOf(event.currentTarget.value) : event.currentTarget.value)
            }
          />
        );
      }}
    </Field>
  );

  function helpOf(): string {
    return [language === 'en' ? field.sentence : undefined, limitOf()].filter((part) => part !== undefined).join(' ');
  }

  function limitOf(): string | undefined {
    if (input === 'codes') return t.request.codesHelp(field.maxElements ?? 0, listOf(value).length);
    return input === 'text' && field.maxLength !== undefined ? t.request.atMost(field.maxLength) : undefined;
  }
}

/**
 * If a field has several values, returns the value to which a refusal refers. `trade_id[3]` refers to the fourth value.
 */
function elementOf({ item }: FieldError, value: Draft[string] | undefined): string {
  const [, index] = /\[(\d+)\]$/.exec(item) ?? [];
  return index === undefined ? '' : (listOf(value)[Number(index)] ?? '');
}

function RefusedElement({ said, element }: { readonly said: FieldError; readonly element: string }) {
  return (
    <>
      {element !== '' && <code class="refused-value">{element}</code>} <Refusal said={said} />
    </>
  );
}

function Choice({
  names,
  field,
  value,
  onChange,
}: {
  readonly names: InputNames;
  readonly field: FieldDescription;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { t, language } = useTexts();
  return (
    <select
      {...names}
      class="input"
      value={value}
      required={field.isRequired}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{field.isRequired ? t.request.choose : t.request.any}</option>
      {field.values?.map((said) => (
        <option key={said.value} value={said.value}>
          {`${said.value}  ${said.label[language]}`}
        </option>
      ))}
    </select>
  );
}

/** Lets the user type or paste several codes as one text, with any separators. */
function Codes({
  names,
  codes,
  onChange,
}: {
  readonly names: InputNames;
  readonly codes: readonly string[];
  readonly onChange: (codes: readonly string[]) => void;
}) {
  const [text, setText] = useState(codes.join('\n'));
  return (
    <textarea
      {...names}
      class="input mono"
      rows={Math.min(Math.max(2, text.split('\n').length), 6)}
      spellcheck={false}
      value={text}
      onInput={(event) => {
        setText(event.currentTarget.value);
        onChange(codesIn(event.currentTarget.value));
      }}
    />
  );
}

function Choices({
  label,
  name,
  field,
  help,
  chosen,
  problem,
  onChange,
}: {
  readonly label: string;
  readonly name: string;
  readonly field: FieldDescription;
  readonly help: string;
  readonly chosen: readonly string[];
  readonly problem: preact.ComponentChildren;
  readonly onChange: (codes: readonly string[]) => void;
}) {
  const { language } = useTexts();
  const toggle = (code: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, code] : chosen.filter((other) => other !== code));
  return (
    <fieldset class={problem === undefined ? 'field wide-field' : 'field wide-field has-problem'}>
      <legend class="field-head">
        <span class="field-label">{label}</span> <code class="field-name">{name}</code>
      </legend>
      <div class="check-grid">
        {field.values?.map((said) => (
          <label key={said.value} class="check">
            <input
              type="checkbox"
              checked={chosen.includes(said.value)}
              onChange={(event) => toggle(said.value, event.currentTarget.checked)}
            />
            <span>
              <code>{said.value}</code> {said.label[language]}
            </span>
          </label>
        ))}
      </div>
      {problem !== undefined && <p class="field-problem">{problem}</p>}
      {help !== '' && <p class="field-help">{help}</p>}
    </fieldset>
  );
}

function listOf(value: Draft[string] | undefined): readonly string[] {
  return typeof value === 'object' ? value : [];
}

/** Adds the seconds that the contract requires. A browser leaves the seconds out if they are 0. */
function secondOf(value: string): string {
  if (value === '') return '';
  const [day = '', time = ''] = value.split('T');
  return `${day} ${time.length === 5 ? `${time}:00` : time}`;
}
