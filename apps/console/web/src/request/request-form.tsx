import { useMutation } from '@tanstack/preact-query';
import { formatTokyoDate } from '@trading-platform/domain-types';
import { useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { DownloadDescription, FieldDescription, FieldError } from '../../../wire/index.js';
import type { RequestedState } from '../batches/batch-page.js';
import { Button } from '../parts/button.js';
import { Notice } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { call } from '../server/call.js';
import { callErrorOf } from '../server/call-error.js';
import { Card } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { KeepDialog } from './keep-dialog.js';
import { RequestCode } from './request-code-panel.js';
import { criteriaOf, type Draft, type DraftProblem, problemsOf } from './request-draft.js';
import { type FieldGroup, groupOf, isUsual } from './request-fields.js';
import { RequestInput } from './request-input.js';
import { hasDays } from './saved-requests.js';
import type { SavedRequests } from './use-saved-requests.js';

const groups: readonly FieldGroup[] = ['needed', 'choices', 'times', 'codes'];

export function RequestForm({
  download,
  draft: first,
  requests,
}: {
  readonly download: DownloadDescription;
  readonly draft: Draft;
  readonly requests: SavedRequests;
}) {
  const { t } = useTexts();
  const [, go] = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(first);
  const [isTried, setTried] = useState(false);
  const [isKeeping, setKeeping] = useState(false);
  // The key belongs to the filled form, so that sending the same form twice makes only one batch.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const fields = download.request;
  const problems = isTried ? problemsOf(fields, draft) : [];
  const criteria = criteriaOf(fields, draft);
  const request = useMutation({
    mutationFn: () =>
      call('POST /api/requests/{name}', { parts: { name: download.name }, body: criteria, idempotencyKey: key }),
    onSuccess: ({ batchId, ignored }) => go(`/batches/${batchId}`, { state: { ignored } satisfies RequestedState }),
    onError: () => focusProblem(form.current),
  });
  const refusals = request.error === null ? [] : callErrorOf(request.error).fields;
  const isField = (item: string) => fields.some(({ name }) => name === fieldOf(item));
  const change = (name: string, value: Draft[string]) => {
    setDraft({ ...draft, [name]: value });
    setKey(crypto.randomUUID());
    if (request.error !== null) request.reset();
  };
  const shown = fields.filter((field) => isUsual(download.name, field));
  const others = fields.filter((field) => !shown.includes(field));
  const isFilledIn = (field: FieldDescription) => Object.hasOwn(criteria, field.name);
  const [isAskedForMore, setMore] = useState(() => others.some(isFilledIn));
  // A field with a problem is never hidden.
  const isMore =
    isAskedForMore ||
    others.some(({ name }) => refusals.some(({ item }) => fieldOf(item) === name)) ||
    others.some(({ name }) => problems.some(({ field }) => field === name));
  const entered = { draft, problems, refusals, onChange: change };
  const keep = (name: string, moves: boolean) => {
    const today = moves && hasDays(fields, criteria) ? { movesFrom: formatTokyoDate(Date.now()) } : {};
    const added = { id: crypto.randomUUID(), name, download: download.name, criteria, ...today };
    return requests.keep([...requests.saved, added]);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    setTried(true);
    if (problemsOf(fields, draft).length === 0) request.mutate();
    else focusProblem(form.current);
  };
  return (
    <>
      <form ref={form} class="request" noValidate onSubmit={submit}>
        <div class="request-fields">
          <FieldSets fields={shown} {...entered} />
          {others.length > 0 && (
            <Button icon={isMore ? 'up' : 'down'} isExpanded={isMore} onPress={() => setMore(!isMore)}>
              {isMore ? t.request.fewer : t.request.more(others.length)}
            </Button>
          )}
          {isMore && <FieldSets fields={others} {...entered} />}
        </div>
        <div class="request-side">
          <Card title={t.request.send}>
            {problems.length > 0 && <Notice kind="warn" title={t.request.look(problems.length)} />}
            {request.error !== null && <Problem error={request.error} isMarked={isField} />}
            <p class="soft small">
              {Object.keys(criteria).length === 0
                ? t.request.everything
                : t.request.narrowed(Object.keys(criteria).length)}
            </p>
            <Button kind="main" type="submit" icon="request" isBusy={request.isPending}>
              {t.request.verb}
            </Button>
            <Button kind="quiet" onPress={() => setKeeping(true)}>
              {t.request.saved.keep}
            </Button>
          </Card>
          <Card title={t.request.elsewhere}>
            <RequestCode download={download} criteria={criteria} />
          </Card>
        </div>
      </form>
      {isKeeping && <KeepDialog canMove={hasDays(fields, criteria)} onKeep={keep} onClose={() => setKeeping(false)} />}
    </>
  );
}

interface Entered {
  readonly draft: Draft;
  readonly problems: readonly DraftProblem[];
  readonly refusals: readonly FieldError[];
  readonly onChange: (name: string, value: Draft[string]) => void;
}

/** Shows fields in their groups. */
function FieldSets({ fields, ...entered }: Entered & { readonly fields: readonly FieldDescription[] }) {
  return (
    <>
      {groups.map((group) => (
        <FieldSet key={group} group={group} fields={fields.filter((field) => groupOf(field) === group)} {...entered} />
      ))}
    </>
  );
}

function FieldSet({
  group,
  fields,
  draft,
  problems,
  refusals,
  onChange,
}: Entered & {
  readonly group: FieldGroup;
  readonly fields: readonly FieldDescription[];
}) {
  const { t } = useTexts();
  if (fields.length === 0) return null;
  return (
    <Card>
      <fieldset class="field-set">
        <legend>{t.request.groups[group]}</legend>
        <div class="field-grid">
          {fields.map((field) => (
            <RequestInput
              key={field.name}
              field={field}
              value={draft[field.name]}
              problem={problems.find((problem) => problem.field === field.name)}
              refusals={refusals.filter(({ item }) => fieldOf(item) === field.name)}
              onChange={(value) => onChange(field.name, value)}
            />
          ))}
        </div>
      </fieldset>
    </Card>
  );
}

/** The error `status_code[1]` belongs to the field `status_code`. */
function fieldOf(item: string): string | undefined {
  return item.split(/[[.]/)[0];
}

/** Moves the keyboard focus to the first field with an error, as soon as that field is drawn. */
function focusProblem(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"], .has-problem input')?.focus());
}
