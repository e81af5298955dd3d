import { useSearchParams } from 'wouter-preact';
import { Tabs } from '../parts/tabs.js';
import { Page } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { OrderList } from './order-list.js';
import { UploadPanel } from './upload-panel.js';

const views = ['upload', 'planned', 'all'] as const;
type View = (typeof views)[number];

/**
 * The page for orders. The user uploads orders from a file, sends planned orders, and sees the outcomes of all orders.
 */
export function OrdersPage() {
  const { t } = useTexts();
  const [search, setSearch] = useSearchParams();
  const view = views.find((name) => name === search.get('view')) ?? 'upload';
  const show = (chosen: View) => setSearch(chosen === 'upload' ? {} : { view: chosen });
  return (
    <Page title={t.orders.title} lead={t.orders.lead}>
      <Tabs
        label={t.orders.title}
        tabs={[
          ['upload', t.orders.upload],
          ['planned', t.orders.planned],
          ['all', t.orders.all],
        ]}
        chosen={view}
        onChoose={show}
      >
        {view === 'upload' ? <UploadPanel /> : <OrderList key={view} isPlannedOnly={view === 'planned'} />}
      </Tabs>
    </Page>
  );
}
