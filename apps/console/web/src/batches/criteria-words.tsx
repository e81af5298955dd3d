import type { ConsoleBatch, FieldDescription } from '../../../wire/index.js';
import { codeOf } from '../request/request-draft.js';
import type { Language } from '../texts/format.js';
import { useTexts } from '../texts/use-texts.js';
import { useFunctions } from './use-functions.js';

/** The maximum number of list values that are written out. */
const shownValues = 12;

/** Describes the request of a batch in words. */
export function CriteriaWords({ batch }: { readonly batch: ConsoleBatch }) {
  const { t, language, format } = useTexts();
  const { downloadOf } = useFunctions();
  const fields = downloadOf(batch.functionName)?.request ?? [];
  if (batch.request === undefined) return <p class="soft">{t.batches.noCriteria}</p>;
  const criteria = criteriaWords(fields, batch.request, language);
  if (criteria.length === 0) return <p class="soft">{t.batches.everything}</p>;
  return (
    <dl class="criteria">
      {criteria.map(({ name, label, values }) => (
        <div key={name}>
          <dt>
            {label} <code class="field-name">{name}</code>
          </dt>
          <dd>
            {values.slice(0, shownValues).join(language === 'ja' ? '、' : ', ')}
            {values.length > shownValues && ` ${t.batches.andMore(format.number(values.length - shownValues))}`}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export interface Criterion {
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
}

/** Returns the fields that were set in a request, with the meanings of coded values. */
export function criteriaWords(
  fields: readonly FieldDescription[],
  request: Readonly<Record<string, unknown>>,
  language: Language,
): readonly Criterion[] {
  return fields.flatMap((field) => {
    const sent = request[field.name];
    const codes = (Array.isArray(sent) ? sent : [sent]).flatMap(codeOf).filter((code) => code !== '');
    if (codes.length === 0) return [];
    const meaningOf = (code: string) => field.values?.find(({ value }) => value === code)?.label[language] ?? code;
    return [{ name: field.name, label: field.label[language], values: codes.map(meaningOf) }];
  });
}
