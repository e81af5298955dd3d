import { useQuery } from '@tanstack/preact-query';
import { Fragment } from 'preact';
import { Link, useSearchParams } from 'wouter-preact';
import type { ProductAnswer as Product, StoredRecord } from '../../../wire/index.js';
import { ProductAnswer } from '../delivery/product-answer.js';
import { ButtonLink } from '../parts/button.js';
import { Empty } from '../parts/empty.js';
import { Loading } from '../parts/loading.js';
import { NotAllowed } from '../parts/not-allowed.js';
import { Problem } from '../parts/problem.js';
import { call } from '../server/call.js';
import { callErrorOf } from '../server/call-error.js';
import { textOf } from '../server/text-of.js';
import { useRights } from '../session/use-rights.js';
import { Card, Page } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { partnerPath } from './paths.js';
import { PriceWords } from './price-words.js';
import { RecordFacts } from './record-facts.js';

/**
 * The page of one product that the member buys from one seller. The page shows the lines of the product, each with its
 * price, the reason for the price, and its delivery.
 */
export function ProductPage({ seller, product }: { readonly seller: string; readonly product: string }) {
  const { t } = useTexts();
  const { may } = useRights();
  const self = useSearchParams()[0].get('self') ?? undefined;
  const { data, error, refetch } = useQuery({
    queryKey: ['product', seller, product, self],
    queryFn: ({ signal }) =>
      call('GET /api/partners/{memberCode}/products/{product}', {
        parts: { memberCode: seller, product },
        query: { self },
        signal,
      }),
    enabled: may('master'),
  });
  const isUnknown = error !== null && callErrorOf(error).code === 'not-found';
  return (
    <Page
      title={data === undefined ? `${t.partners.product} ${product}` : nameOf(data.product) || product}
      above={
        <Link href={partnerPath(seller, self)} class="above">
          {data === undefined ? seller : textOf(data.product['member_name_partner']) || seller}
        </Link>
      }
      {...(data === undefined ? {} : { lead: specOf(data.product) })}
      actions={
        may('list') && (
          <ButtonLink icon="orders" href={`/orders?view=all&partner=${encodeURIComponent(seller)}`}>
            {t.partners.orders}
          </ButtonLink>
        )
      }
    >
      {!may('master') && <NotAllowed rights={['master']} />}
      {isUnknown && (
        <Empty icon="search" title={t.partners.noProduct}>
          {t.partners.noProductText}
        </Empty>
      )}
      {error !== null && !isUnknown && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && may('master') && <Loading lines={8} />}
      {data !== undefined && <ProductParts answer={data} />}
    </Page>
  );
}

function ProductParts({ answer: { product, lines } }: { readonly answer: Product }) {
  const { t } = useTexts();
  const { may } = useRights();
  const [catalog, buy] = [linesIn(product, 'catalog'), linesIn(product, 'buy')];
  return (
    <>
      {!may('lookup') && <NotAllowed rights={['lookup']} />}
      {catalog.length === 0 && <p class="soft">{t.partners.noLines}</p>}
      {lines.map((line, index) => {
        const facts = catalog[index] ?? {};
        return (
          <Fragment key={`${line.catalogId} ${index}`}>
            <Card
              title={
                <>
                  {t.partners.line} <code>{line.catalogId || '–'}</code>
                </>
              }
            >
              <PriceWords line={line} unit={textOf(facts['prod_unit_name'])} />
              <RecordFacts list="catalog" record={facts} without={shownElsewhere} />
            </Card>
            {line.delivery !== undefined && <ProductAnswer product={line.delivery} wish="" />}
          </Fragment>
        );
      })}
      {buy.map((facts, index) => (
        <Card key={index} title={t.partners.own}>
          <RecordFacts list="buy" record={facts} without={['item_name', 'item_spec', 'item_id']} />
        </Card>
      ))}
    </>
  );
}

/** The fields that are left out here: the page shows the price in words, and the name in the heading. */
const shownElsewhere = [
  'catalog_id',
  'item_name',
  'item_spec',
  'prod_lot_price',
  'approval_prod_lot_price',
  'price_change_st_date',
  'price_change_st_date_code',
];

function linesIn(product: StoredRecord, list: 'buy' | 'catalog'): readonly StoredRecord[] {
  return (product[list] ?? []) as readonly StoredRecord[];
}

function firstOf(product: StoredRecord, field: string): string {
  const lines = [...linesIn(product, 'catalog'), ...linesIn(product, 'buy')];
  return lines.map((line) => textOf(line[field])).find((text) => text !== '') ?? '';
}

function nameOf(product: StoredRecord): string {
  return firstOf(product, 'item_name');
}

function specOf(product: StoredRecord): string {
  return [firstOf(product, 'item_spec'), firstOf(product, 'item_id')].filter((text) => text !== '').join(' · ');
}
