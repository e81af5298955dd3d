import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type {
  FieldError,
  SlipActionForm,
  SlipUpdateAnswer,
  SlipUpdateQuestion,
  StoredRecord,
} from '../../../wire/index.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Notice } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { Refusal } from '../parts/refusal.js';
import { type Draft, problemsOf } from '../request/request-draft.js';
import { call } from '../server/call.js';
import { callErrorOf } from '../server/call-error.js';
import { textOf } from '../server/text-of.js';
import { useTexts } from '../texts/use-texts.js';
import { endingActions } from './slip-actions.js';
import {
  type AddedLine,
  type LineDrafts,
  placeOf,
  refusalsOf,
  type UpdateFields,
  updateFieldsOf,
} from './update-draft.js';
import { UpdateInput } from './update-input.js';
import { UpdateLines } from './update-lines.js';
import { UpdatePreview } from './update-preview.js';

interface Sent {
  readonly fields: UpdateFields;
  readonly answer: SlipUpdateAnswer;
}

/**
 * The dialog for one action. The user fills in the fields of the action, sees the slip after the update, and sends the
 * update. All attempts have the same `update_no`, so an update whose answer was lost may be sent again.
 */
export function UpdateDialog({
  form,
  slip,
  onDone,
  onReload,
  onClose,
}: {
  readonly form: SlipActionForm;
  readonly slip: StoredRecord;
  readonly onDone: (answer: SlipUpdateAnswer) => void;
  readonly onReload: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const [draft, setDraft] = useState<Draft>({});
  const [lines, setLines] = useState<LineDrafts>({});
  const [added, setAdded] = useState<readonly AddedLine[]>([]);
  const [isTried, setTried] = useState(false);
  const [updateNo] = useState(() => crypto.randomUUID());
  const [checked, setChecked] = useState<Sent>();
  const fields = updateFieldsOf(form, slip, { draft, lines, added });
  const problems = problemsOf(form.fields, draft);
  const send = useMutation({
    mutationFn: async ({ isCheck }: { readonly isCheck: boolean }) => {
      const body: SlipUpdateQuestion = {
        ...fields,
        action: form.action,
        update_no: updateNo,
        version: textOf(slip['version']),
        member_code_self: textOf(slip['member_code_self']),
      };
      const answer = await call('POST /api/slips/{tradeId}/update', {
        parts: { tradeId: textOf(slip['trade_id']) },
        query: { checkOnly: isCheck ? '1' : '0' },
        body,
      });
      return { isCheck, fields, answer };
    },
    onSuccess: ({ isCheck, ...sent }) => {
      if (!isCheck && sent.answer.isAccepted) onDone(sent.answer);
      else setChecked(sent);
    },
  });
  const error = send.error === null ? undefined : callErrorOf(send.error);
  const sentFields = checked?.fields ?? fields;
  const refusals: readonly FieldError[] = error?.fields ?? checked?.answer.errors ?? [];
  const refusalsAt = (field: string, lineId?: string) =>
    refusalsOf(refusals, sentFields, { field, ...(lineId === undefined ? {} : { lineId }) });
  const isShown = (item: string) => {
    const { field, lineId } = placeOf(item, sentFields);
    return lineId !== undefined || form.fields.some(({ name }) => name === field);
  };
  const change = (to: () => void) => {
    to();
    setChecked(undefined);
    send.reset();
  };
  const verb = t.slips.actions[form.action];
  const defaults: Readonly<Record<string, string>> = t.slips.defaults;
  const isPreviewed = checked?.answer.isAccepted === true;
  const isEnding = endingActions.has(form.action);
  return (
    <Dialog
      title={verb}
      isWide
      onClose={onClose}
      actions={
        isPreviewed ? (
          <>
            <Button icon="back" onPress={() => change(() => undefined)}>
              {t.slips.edit}
            </Button>
            <Button
              kind={isEnding ? 'danger' : 'main'}
              isBusy={send.isPending}
              onPress={() => send.mutate({ isCheck: false })}
            >
              {verb}
            </Button>
          </>
        ) : (
          <>
            <Button onPress={onClose}>{t.close}</Button>
            <Button
              kind="main"
              isBusy={send.isPending}
              onPress={() => {
                setTried(true);
                if (problems.length === 0) send.mutate({ isCheck: true });
              }}
            >
              {t.slips.look}
            </Button>
          </>
        )
      }
    >
      <div class="update">
        <p class="soft">{t.slips.notes[form.action]}</p>
        {error !== undefined && <Problem error={error} isMarked={isShown} />}
        {checked !== undefined && !isPreviewed && (
          <Refused answer={checked.answer} isShown={isShown} onReload={onReload} />
        )}
        {isPreviewed ? (
          <UpdatePreview slip={slip} action={form.action} answer={checked.answer} />
        ) : (
          <>
            {form.lines !== undefined && (
              <UpdateLines
                form={form}
                slip={slip}
                drafts={lines}
                added={added}
                refusalsOf={refusalsAt}
                onChange={(to) => change(() => setLines(to))}
                onChangeAdded={(to) => change(() => setAdded(to))}
              />
            )}
            <div class="field-grid update-fields">
              {form.fields.map((field) => (
                <UpdateInput
                  key={field.name}
                  field={field}
                  value={textOf(draft[field.name])}
                  present={defaults[field.name] ?? textOf(slip[field.name])}
                  problem={isTried ? problems.find((each) => each.field === field.name) : undefined}
                  refusals={refusalsAt(field.name)}
                  onChange={(value) => change(() => setDraft({ ...draft, [field.name]: value }))}
                />
              ))}
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Says why the platform does not make the update. Leaves out the reasons that are shown beside the inputs. */
function Refused({
  answer: { errors, isConflict },
  isShown,
  onReload,
}: {
  readonly answer: SlipUpdateAnswer;
  readonly isShown: (item: string) => boolean;
  readonly onReload: () => void;
}) {
  const { t } = useTexts();
  const loose = errors.filter(({ item }) => !isShown(item));
  const [title, remedy] = isConflict ? t.problems.conflict : t.problems.refused;
  return (
    <Notice
      kind={isConflict ? 'warn' : 'bad'}
      title={title}
      action={
        isConflict && (
          <Button isSmall icon="again" onPress={onReload}>
            {t.orders.reload}
          </Button>
        )
      }
    >
      <p>{remedy}</p>
      {!isConflict && loose.map((said) => <Refusal key={said.item + said.code} said={said} />)}
    </Notice>
  );
}
