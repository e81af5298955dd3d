import { parseTokyoDateTime } from '@trading-platform/domain-types';
import type { SlipMoment } from '../../../wire/index.js';
import { Application, UserName } from '../batches/application.js';
import { useTexts } from '../texts/use-texts.js';
import { useSlipWords } from './use-slip-words.js';

/** The fields that every change of the same kind sets. Naming them would tell a person nothing new. */
const quietFields: ReadonlySet<string> = new Set([
  'status_code',
  'status_day',
  'perusal_flg',
  'resend_flg',
  'send_date',
  'send_time',
  'shipping_send_time',
]);
/** The maximum number of changed fields that are named. */
const namedFields = 4;

/** Shows the changes of a slip, newest first, and which side made each change. */
export function SlipTimeLine({
  moments,
  hasOlder,
}: {
  readonly moments: readonly SlipMoment[];
  readonly hasOlder: boolean;
}) {
  const { t } = useTexts();
  if (moments.length === 0) return <p class="soft">{t.slips.noMoments}</p>;
  return (
    <>
      <ol class="time-line">
        {moments.map((moment, index) => (
          <li key={moment.version} class={index === 0 ? 'moment' : 'moment past'}>
            <p class="moment-name">{happened(t.slips.happened, moment.action)}</p>
            <Actor moment={moment} />
            <Changed moment={moment} />
          </li>
        ))}
      </ol>
      {hasOlder && <p class="small soft">{t.slips.older}</p>}
    </>
  );
}

function happened(words: Readonly<Record<string, string>>, action: string): string {
  return words[action] ?? action;
}

function Actor({ moment: { at, side, isOwn, version, userId, clientId } }: { readonly moment: SlipMoment }) {
  const { t, format } = useTexts();
  const instant = parseTokyoDateTime(at);
  const by = side === undefined ? t.slips.operator : isOwn ? t.slips.own(t.slips.sides[side]) : t.slips.sides[side];
  return (
    <p class="small soft number moment-facts">
      <span>{instant === undefined ? at : format.moment(instant.getTime())}</span>
      <span>{by}</span>
      {userId !== undefined && (
        <span>
          <UserName userId={userId} />
        </span>
      )}
      {clientId !== undefined && (
        <span>
          <Application clientId={clientId} />
        </span>
      )}
      <span>{t.slips.version(version)}</span>
    </p>
  );
}

/** Names the changed fields. Amounts are calculated from the lines, so one name stands for all of them. */
function Changed({ moment: { fields, lineCount, areAmountsChanged } }: { readonly moment: SlipMoment }) {
  const { t, format } = useTexts();
  const { labelOf, isField } = useSlipWords();
  const named = fields.filter((name) => !quietFields.has(name) && isField(name));
  const more = named.length - namedFields;
  const words = [
    ...named.slice(0, namedFields).map(labelOf),
    ...(more > 0 ? [t.batches.andMore(format.number(more))] : []),
    ...(lineCount > 0 ? [t.slips.changedLines(format.number(lineCount))] : []),
    ...(areAmountsChanged ? [t.slips.amounts] : []),
  ];
  return words.length === 0 ? null : <p class="small soft">{words.join(t.slips.and)}</p>;
}
