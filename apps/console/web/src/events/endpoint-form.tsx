import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { Endpoint, EndpointTerms } from '../../../wire/index.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Field } from '../parts/field.js';
import { Problem } from '../parts/problem.js';
import { Refusal } from '../parts/refusal.js';
import { callErrorOf } from '../server/call-error.js';
import { useSession } from '../session/session-context.js';
import { useTexts } from '../texts/use-texts.js';

/** The inputs, with the names of their fields on the platform. */
const inputs = { url: 'url', types: 'types', memberCodes: 'member_codes', description: 'description' } as const;
type Input = keyof typeof inputs;
const lengths: Readonly<Record<Input, number>> = { url: 2_000, types: 400, memberCodes: 2_000, description: 200 };

/** A dialog with the settings of a new or changed endpoint. */
export function EndpointForm({
  endpoint,
  onSave,
  onClose,
}: {
  readonly endpoint?: Endpoint;
  readonly onSave: (terms: EndpointTerms) => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const { memberCode } = useSession().user;
  const { url = '', types = '*', memberCodes = memberCode, description = '' } = endpoint ?? {};
  const [draft, setDraft] = useState<Readonly<Record<Input, string>>>({ url, types, memberCodes, description });
  const [isTried, setTried] = useState(false);
  const save = useMutation({ mutationFn: () => onSave(draft) });
  const refusals = save.error === null ? [] : callErrorOf(save.error).fields;
  const problemOf = (input: Input) => {
    if (input === 'url' && isTried && draft.url.trim() === '') return t.request.problems.missing(0);
    const said = refusals.filter(({ item }) => item.startsWith(inputs[input]));
    return said.length === 0 ? undefined : said.map((each) => <Refusal key={each.item + each.code} said={each} />);
  };
  const submit = () => {
    setTried(true);
    if (draft.url.trim() !== '') save.mutate();
  };
  return (
    <Dialog
      title={endpoint === undefined ? t.events.newEndpoint : t.events.changeTitle}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t.events.cancel}</Button>
          <Button kind="main" isBusy={save.isPending} onPress={submit}>
            {endpoint === undefined ? t.events.create : t.events.save}
          </Button>
        </>
      }
    >
      <form
        noValidate
        class="endpoint-form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {save.error !== null && (
          <Problem
            error={save.error}
            isMarked={(item) => Object.values(inputs).some((name) => item.startsWith(name))}
          />
        )}
        {(Object.keys(inputs) as Input[]).map((input) => (
          <Field
            key={input}
            label={t.events.fields[input]}
            name={inputs[input]}
            help={t.events.help[input]}
            isNeeded={input === 'url'}
            neededMark={t.needed}
            problem={problemOf(input)}
          >
            {(names) => (
              <input
                {...names}
                class="input"
                type={input === 'url' ? 'url' : 'text'}
                autocomplete="off"
                spellcheck={false}
                maxLength={lengths[input]}
                value={draft[input]}
                onInput={(event) => setDraft({ ...draft, [input]: event.currentTarget.value })}
              />
            )}
          </Field>
        ))}
        {/* Enter in an input sends the form. */}
        <button type="submit" hidden>
          {t.events.save}
        </button>
      </form>
    </Dialog>
  );
}
