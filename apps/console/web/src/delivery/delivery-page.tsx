import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useSearchParams } from 'wouter-preact';
import { productPath } from '../partners/paths.js';
import { CopyButton } from '../parts/copy-button.js';
import { Empty } from '../parts/empty.js';
import { Loading } from '../parts/loading.js';
import { Problem } from '../parts/problem.js';
import { call } from '../server/call.js';
import { callErrorOf } from '../server/call-error.js';
import { Page } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { draftOfSearch, questionOf, searchOfDraft } from './delivery-address.js';
import { DeliveryForm, fieldsMarked } from './delivery-form.js';
import { ProductAnswer } from './product-answer.js';

/**
 * The page that shows when a product can be delivered, and why not sooner. The address of the page contains the values
 * of the form.
 */
export function DeliveryPage() {
  const { t } = useTexts();
  const [search, setSearch] = useSearchParams();
  const draft = draftOfSearch(search);
  const question = questionOf(draft);
  // Sends the same request again. If the request has no order time, the answer depends on the current time.
  const [asked, setAsked] = useState(0);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['delivery', question, asked],
    queryFn: ({ signal }) => {
      if (question === undefined) throw new Error('No question');
      return call('POST /api/delivery-date', { body: question, signal });
    },
    enabled: question !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const wish = draft.wish;
  const shared = `${location.origin}/delivery?${searchOfDraft({ ...draft, at: data?.question.send_date ?? draft.at })}`;
  return (
    <Page title={t.delivery.title} lead={t.delivery.lead}>
      <DeliveryForm
        key={search.toString()}
        draft={draft}
        isBusy={isFetching}
        refusals={error === null ? [] : callErrorOf(error).fields}
        onAsk={(next) => {
          setSearch(searchOfDraft(next));
          setAsked(asked + 1);
        }}
      />
      {question === undefined && (
        <Empty icon="delivery" title={t.delivery.empty}>
          {t.delivery.emptyText}
        </Empty>
      )}
      {question !== undefined && data === undefined && error === null && <Loading lines={8} />}
      {error !== null && (
        <Problem
          error={error}
          onRetry={() => void refetch()}
          isMarked={(item) => fieldsMarked.some((name) => item.includes(name))}
        />
      )}
      {data !== undefined && (
        <>
          <p class="share">
            <span class="soft">{t.delivery.sentAt(data.question.send_date ?? '')}</span>
            <CopyButton text={shared} label={t.delivery.share} />
          </p>
          {data.products.map((product, index) => (
            <ProductAnswer
              key={`${product.catalogId}${index}`}
              product={product}
              wish={wish}
              address={productPath(data.question.member_code_partner, product.catalogId, draft.self)}
            />
          ))}
        </>
      )}
    </Page>
  );
}
