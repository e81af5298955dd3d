import { useState } from 'preact/hooks';
import { Tabs } from '../parts/tabs.js';
import { Page } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { OrderList } from './order-list.js';
import { UploadPanel } from './upload-panel.js';

type View = 'upload' | 'planned' | 'all';

/** Orders by file, planned orders that wait to be sent, and what has become of all. */
export function OrdersPage() {
  const { t } = useTexts();
  const [view, setView] = useState<View>('upload');
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
        onChoose={setView}
      >
        {view === 'upload' ? <UploadPanel /> : <OrderList key={view} isPlannedOnly={view === 'planned'} />}
      </Tabs>
    </Page>
  );
}
