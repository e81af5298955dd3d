import type { Reading, ReadOrders } from '@trading-platform/order-file';
import { Notice } from '../parts/notice.js';
import { useTexts } from '../texts/use-texts.js';
import { useHeading } from './headings-context.js';

/** The maximum number of different readings that are shown. */
const shownReadings = 20;
/** The maximum number of lines that are named for one reading. */
const namedLines = 5;

/** Before anything is sent, shows which values of a file are read differently from how they are written. */
export function ReadingsNotice({
  read: { readings, numberFields },
}: {
  readonly read: Pick<ReadOrders, 'readings' | 'numberFields'>;
}) {
  const { t, format } = useTexts();
  const headingOf = useHeading();
  if (readings.length === 0 && numberFields.length === 0) return null;
  const groups = [...Map.groupBy(readings, ({ field, written }) => `${field} ${written}`).values()];
  return (
    <Notice title={t.orders.readOtherwise(format.number(readings.length))}>
      <ul class="readings">
        {groups.slice(0, shownReadings).map((group) => (
          <ReadingLine key={`${group[0]?.field} ${group[0]?.written}`} group={group} />
        ))}
        {groups.length > shownReadings && (
          <li class="soft">{t.orders.moreOrders(format.number(groups.length - shownReadings))}</li>
        )}
        {numberFields.length > 0 && (
          <li>{t.orders.numberCodes(numberFields.map(headingOf).join(t.orders.listComma))}</li>
        )}
      </ul>
    </Notice>
  );
}

/** The same reading, with the lines on which it occurs. */
function ReadingLine({ group }: { readonly group: readonly Reading[] }) {
  const { t, format } = useTexts();
  const headingOf = useHeading();
  const [first] = group;
  if (first === undefined) return null;
  const lines = group.slice(0, namedLines).map(({ line }) => format.number(line));
  const more = group.length > namedLines ? ` ${t.orders.moreOrders(format.number(group.length - namedLines))}` : '';
  return (
    <li>
      {`${t.orders.line} ${lines.join(t.orders.listComma)}${more} · `}
      <code>{headingOf(first.field)}</code> <q>{first.written}</q> → <strong class="number">{first.read}</strong>
    </li>
  );
}
