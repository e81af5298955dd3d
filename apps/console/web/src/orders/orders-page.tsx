import { useSearchParams } from 'wouter-preact';
import { NotAllowed } from '../parts/not-allowed.js';
import { Tabs } from '../parts/tabs.js';
import { useRights } from '../session/use-rights.js';
import { Page } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { OrderList } from './order-list.js';
import { UploadPanel } from './upload-panel.js';

/** The views of this page, and the right that each of them needs. */
const needs = { upload: 'order', planned: 'list', all: 'list' } as const;
type View = keyof typeof needs;
const views = Object.keys(needs) as readonly View[];

/**
 * The page for orders. The user uploads orders from a file, sends planned orders, and sees the outcomes of all orders.
 */
export function OrdersPage() {
  const { t } = useTexts();
  const [search, setSearch] = useSearchParams();
  const { may } = useRights();
  const allowed = views.filter((name) => may(needs[name]));
  const wanted = views.find((name) => name === search.get('view')) ?? 'upload';
  const view = allowed.includes(wanted) ? wanted : (allowed[0] ?? 'upload');
  const show = (chosen: View) => setSearch(chosen === 'upload' ? {} : { view: chosen });
  return (
    <Page title={t.orders.title} lead={t.orders.lead}>
      {!may('order') && <NotAllowed rights={['order']} />}
      <Tabs
        label={t.orders.title}
        tabs={allowed.map((name) => [name, t.orders[name]] as const)}
        chosen={view}
        onChoose={show}
      >
        {view === 'upload' ? <UploadPanel /> : <OrderList key={view} isPlannedOnly={view === 'planned'} />}
      </Tabs>
    </Page>
  );
}
