import { useQuery } from '@tanstack/preact-query';
import { useSearchParams } from 'wouter-preact';
import { DayCalendar } from '../delivery/day-calendar.js';
import { ButtonLink } from '../parts/button.js';
import { Fact } from '../parts/fact.js';
import { Loading } from '../parts/loading.js';
import { NotAllowed } from '../parts/not-allowed.js';
import { Notice } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { call } from '../server/call.js';
import { callErrorOf } from '../server/call-error.js';
import { useRights } from '../session/use-rights.js';
import { Card, Page } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { daysOfTerms } from './days-of-terms.js';
import { TermsWords } from './terms-words.js';

/** The page of one partner, with its names, the settings with it in words, and the days on which it delivers. */
export function PartnerPage({ memberCode }: { readonly memberCode: string }) {
  const { t } = useTexts();
  const { may } = useRights();
  const self = useSearchParams()[0].get('self') ?? undefined;
  const parts = { memberCode };
  const query = { self };
  const partner = useQuery({
    queryKey: ['partner', memberCode, self],
    queryFn: ({ signal }) => call('GET /api/partners/{memberCode}', { parts, query, signal }),
    enabled: may('list'),
  });
  const terms = useQuery({
    queryKey: ['terms', memberCode, self],
    queryFn: ({ signal }) => call('GET /api/partners/{memberCode}/terms', { parts, query, signal }),
    enabled: may('setting'),
  });
  const { error } = partner;
  const missing = (['list', 'setting'] as const).filter((right) => !may(right));
  return (
    <Page
      title={partner.data?.name || `${t.partners.partner} ${memberCode}`}
      lead={
        <>
          {t.member} <span class="number">{memberCode}</span>
          {(partner.data?.customerCode ?? '') !== '' && (
            <>
              {' '}
              · {t.partners.customerCode} <span class="number">{partner.data?.customerCode}</span>
            </>
          )}
        </>
      }
      actions={<PartnerLinks memberCode={memberCode} self={self} />}
    >
      {missing.length > 0 && <NotAllowed rights={missing} />}
      {error !== null && <Problem error={error} onRetry={() => void partner.refetch()} />}
      {partner.data?.isBlocked === true && (
        <Notice kind="warn" title={t.partners.blocked}>
          <p>{t.partners.blockedText}</p>
        </Notice>
      )}
      {terms.error !== null && !isSame(terms.error, error) && (
        <Problem error={terms.error} onRetry={() => void terms.refetch()} />
      )}
      {terms.data === undefined && terms.error === null && may('setting') && <Loading lines={8} />}
      {terms.data !== undefined && (
        <>
          <Card title={t.partners.calendar}>
            <p class="soft small">{t.partners.calendarText}</p>
            <DayCalendar label={t.partners.calendar} days={daysOfTerms(terms.data.terms.day_list)} isInWeeks />
          </Card>
          <Card title={t.partners.settings}>
            <dl class="facts stacked sides">
              <Fact name={t.slips.sides.buyer} look="number">
                {terms.data.terms.member_code_buyer}
              </Fact>
              <Fact name={t.slips.sides.seller} look="number">
                {terms.data.terms.member_code_seller}
              </Fact>
            </dl>
            <TermsWords terms={terms.data.terms} />
          </Card>
        </>
      )}
    </Page>
  );
}

/** Whether both calls have failed for the same reason, such as an unknown partner. Such a reason is shown once. */
function isSame(one: Error, other: Error | null): boolean {
  return other !== null && callErrorOf(one).code === callErrorOf(other).code;
}

function PartnerLinks({ memberCode, self }: { readonly memberCode: string; readonly self: string | undefined }) {
  const { t } = useTexts();
  const { may } = useRights();
  const asked = new URLSearchParams({ partner: memberCode, ...(self === undefined ? {} : { self }) });
  return (
    <>
      {may('list') && (
        <ButtonLink icon="orders" href={`/orders?view=all&partner=${encodeURIComponent(memberCode)}`}>
          {t.partners.orders}
        </ButtonLink>
      )}
      {may('lookup') && (
        <ButtonLink icon="delivery" href={`/delivery?${asked}`}>
          {t.delivery.title}
        </ButtonLink>
      )}
    </>
  );
}
