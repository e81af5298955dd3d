import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { parseTokyoDateTime } from '@trading-platform/domain-types';
import { useState } from 'preact/hooks';
import { Link, useSearchParams } from 'wouter-preact';
import type { SlipAction, SlipAnswer, SlipUpdateAnswer, StoredRecord } from '../../../wire/index.js';
import { partnerPath, productPath } from '../partners/paths.js';
import { Button } from '../parts/button.js';
import { Fact } from '../parts/fact.js';
import { Loading } from '../parts/loading.js';
import { NotAllowed } from '../parts/not-allowed.js';
import { Notice } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { call } from '../server/call.js';
import { callErrorOf } from '../server/call-error.js';
import { textOf } from '../server/text-of.js';
import { useSession } from '../session/session-context.js';
import { useRights } from '../session/use-rights.js';
import { Card, Page } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { FindForm } from './find-form.js';
import { SlipActions } from './slip-actions.js';
import { SlipAmounts } from './slip-amounts.js';
import { SlipLines } from './slip-lines.js';
import { SlipStatus } from './slip-status.js';
import { SlipTimeLine } from './slip-time-line.js';
import { UpdateDialog } from './update-dialog.js';
import { useSlipWords } from './use-slip-words.js';

/** The page of one slip, with its content, its history, and the actions that the user may take on it now. */
export function SlipPage({ tradeId }: { readonly tradeId: string }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const self = search.get('self') ?? undefined;
  const [chosen, setChosen] = useState<SlipAction>();
  const [done, setDone] = useState<{ readonly action: SlipAction; readonly answer: SlipUpdateAnswer }>();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['slip', tradeId, self],
    queryFn: ({ signal }) => call('GET /api/slips/{tradeId}', { parts: { tradeId }, query: { self }, signal }),
  });
  const isSideNeeded = error !== null && callErrorOf(error).fields.some(({ item }) => item === 'member_code_self');
  const form = data?.actions.find(({ action }) => action === chosen);
  const reload = async () => {
    setChosen(undefined);
    await Promise.all([refetch(), client.invalidateQueries({ queryKey: ['slips'] })]);
  };
  return (
    <Page
      title={t.slips.slip(data === undefined ? tradeId : textOf(data.slip['check_number']) || tradeId)}
      above={
        <Link href="/slips" class="above">
          {t.slips.title}
        </Link>
      }
      {...(data === undefined
        ? {}
        : {
            lead: <SlipStatus code={textOf(data.slip['status_code'])} />,
            actions: (
              <>
                <SlipActions forms={data.actions} onChoose={setChosen} />
                <Button icon="again" isBusy={isFetching} onPress={() => void reload()}>
                  {t.orders.reload}
                </Button>
              </>
            ),
          })}
    >
      {done !== undefined && (
        <Notice kind="good" title={t.slips.done[done.action]}>
          {done.answer.made !== undefined && (
            <p>
              <Link href={`/slips/${encodeURIComponent(done.answer.made.tradeId)}`}>
                {t.slips.slip(done.answer.made.checkNumber || done.answer.made.tradeId)}
              </Link>
            </p>
          )}
        </Notice>
      )}
      {isSideNeeded && (
        <FindForm
          label={t.slips.whose}
          help={t.slips.whoseHelp}
          verb={t.slips.show}
          maxLength={8}
          onFind={(code) => setSearch({ self: code })}
        />
      )}
      {error !== null && !isSideNeeded && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading lines={8} />}
      {data !== undefined && <SlipParts answer={data} />}
      {data !== undefined && form !== undefined && (
        <UpdateDialog
          key={form.action}
          form={form}
          slip={data.slip}
          onClose={() => setChosen(undefined)}
          onReload={() => void reload()}
          onDone={(answer) => {
            setDone({ action: form.action, answer });
            void reload();
          }}
        />
      )}
    </Page>
  );
}

function SlipParts({ answer: { slip, side, moments, hasOlder } }: { readonly answer: SlipAnswer }) {
  const { t } = useTexts();
  const { may } = useRights();
  const partner = textOf(slip['member_code_partner']);
  const self = useOtherSelf(slip);
  const pathOfProduct = (catalogId: string) => productPath(partner, catalogId, self);
  return (
    <>
      {!may('update') && <NotAllowed rights={['update']} />}
      <Card title={t.slips.lines} isFlush>
        <SlipLines slip={slip} pathOf={side === 'buyer' && partner !== '' ? pathOfProduct : undefined} />
        <div class="slip-total">
          <SlipAmounts slip={slip} />
        </div>
      </Card>
      <div class="columns">
        <div>
          <Card title={t.slips.timeLine}>
            <SlipTimeLine moments={moments} hasOlder={hasOlder} />
          </Card>
        </div>
        <div>
          <Card title={t.slips.dates}>
            <Dates slip={slip} />
          </Card>
          <Card title={t.slips.parties}>
            <Parties slip={slip} side={side} />
          </Card>
        </div>
      </div>
    </>
  );
}

function Parties({ slip, side }: { readonly slip: StoredRecord; readonly side: SlipAnswer['side'] }) {
  const { t } = useTexts();
  const { labelOf } = useSlipWords();
  const { sides } = t.slips;
  const other = side === 'buyer' ? 'seller' : 'buyer';
  const text = (name: string) => textOf(slip[name]);
  const named = ['delivery_place_name', 'order_trade_comment', 'trade_comment'].filter((name) => text(name) !== '');
  const from = text('trade_id_from');
  // The previous release of the data API does not send the partner.
  const partner = text('member_code_partner');
  const self = useOtherSelf(slip);
  return (
    <dl class="facts stacked">
      <Fact name={side === undefined ? t.slips.ownSide : t.slips.own(sides[side])}>
        {text('member_name_self')} <span class="soft number">{text('member_code_self')}</span>
      </Fact>
      <Fact name={side === undefined ? t.slips.partner : sides[other]}>
        {partner === '' ? (
          text('member_name_partner')
        ) : (
          <>
            <Link href={partnerPath(partner, self)}>{text('member_name_partner') || partner}</Link>{' '}
            <span class="soft number">{partner}</span>
          </>
        )}
      </Fact>
      {named.map((name) => (
        <Fact key={name} name={labelOf(name)}>
          {text(name)}
        </Fact>
      ))}
      {from !== '' && (
        <Fact name={t.slips.returnOf}>
          <Link href={`/slips/${encodeURIComponent(from)}`}>{text('check_number_from') || from}</Link>
        </Fact>
      )}
      <Fact name={labelOf('trade_id')}>
        <code class="slip-number">{text('trade_id')}</code>
      </Fact>
    </dl>
  );
}

/** Returns the member whose slip it is. Returns `''` if that is the user's own member. */
function useOtherSelf(slip: StoredRecord): string {
  const { memberCode } = useSession().user;
  const self = textOf(slip['member_code_self']);
  return self === memberCode ? '' : self;
}

const days = ['order_day', 'hope_delivery_date', 'delivery_date', 'shipping_send_date'] as const;

function Dates({ slip }: { readonly slip: StoredRecord }) {
  const { t, format } = useTexts();
  const { labelOf } = useSlipWords();
  const confirmed = parseTokyoDateTime(textOf(slip['confirmed_at']));
  return (
    <dl class="facts">
      {days.map((name) => {
        const day = textOf(slip[name]);
        return (
          <Fact key={name} name={labelOf(name)}>
            <span class="number">{day === '' ? '–' : format.day(day)}</span>
          </Fact>
        );
      })}
      <Fact name={t.slips.confirmedAt}>
        <span class="number">{confirmed === undefined ? '–' : format.moment(confirmed.getTime())}</span>
      </Fact>
    </dl>
  );
}
