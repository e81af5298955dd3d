import { useSearchParams } from 'wouter-preact';
import { Tabs } from '../parts/tabs.js';
import { Page } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { EndpointList } from './endpoint-list.js';
import { LiveEventList } from './live-event-list.js';

const views = ['live', 'endpoints'] as const;

/** The page for events. It shows events as they happen, and the addresses to which they are pushed. */
export function EventsPage() {
  const { t } = useTexts();
  const [search, setSearch] = useSearchParams();
  const view = views.find((name) => name === search.get('view')) ?? 'live';
  return (
    <Page title={t.events.title} lead={t.events.lead}>
      <Tabs
        label={t.events.title}
        tabs={views.map((name) => [name, t.events[name]] as const)}
        chosen={view}
        onChoose={(chosen) => setSearch(chosen === 'live' ? {} : { view: chosen })}
      >
        {view === 'live' ? <LiveEventList /> : <EndpointList />}
      </Tabs>
    </Page>
  );
}
