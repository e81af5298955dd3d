import type { FieldDescription, StoredRecord } from '../../../wire/index.js';
import { Fact } from '../parts/fact.js';
import { useRecordFields } from '../records/use-record-fields.js';
import { textOf } from '../server/text-of.js';
import { useTexts } from '../texts/use-texts.js';

/** The codes of units and categories. They are not shown, because the names beside them say more to people. */
const quietCodes = /unit_code(?:_base|\d+)?$|^food_cat_\w+_code$/;

/** Shows all fields with a value of one line of a product. Coded values are shown in words. */
export function RecordFacts({
  list,
  record,
  without,
}: {
  readonly list: 'buy' | 'catalog';
  readonly record: StoredRecord;
  readonly without: readonly string[];
}) {
  const { language, format } = useTexts();
  const described = useRecordFields('master').data?.fields.find(({ name }) => name === list)?.of ?? [];
  const valueOf = ({ name, values, kind }: FieldDescription) => {
    const text = textOf(record[name]);
    if (kind === 'date') return format.plainDay(text);
    if (/_price(?:_old)?$/.test(name)) return format.yen(text);
    return values?.find(({ value }) => value === text)?.label[language] ?? text;
  };
  return (
    <dl class="facts product-facts">
      {described
        .filter(({ name }) => !without.includes(name) && !quietCodes.test(name) && textOf(record[name]) !== '')
        .map((field) => (
          <Fact key={field.name} name={field.label[language]}>
            {valueOf(field)}
          </Fact>
        ))}
    </dl>
  );
}
