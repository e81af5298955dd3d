import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/preact-query';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Route, Switch, useLocation } from 'wouter-preact';
import { BatchPage } from './batches/batch-page.js';
import { BatchesPage } from './batches/batches-page.js';
import { LiveBatches } from './batches/live-batches.js';
import { LiveBatchesContext } from './batches/use-live-batches.js';
import { ConnectionsPage } from './connections/connections-page.js';
import { DeliveryPage } from './delivery/delivery-page.js';
import { EndpointPage } from './events/endpoint-page.js';
import { EventsPage } from './events/events-page.js';
import { OrdersPage } from './orders/orders-page.js';
import { OverviewPage } from './overview/overview-page.js';
import { PartnerPage } from './partners/partner-page.js';
import { ProductPage } from './partners/product-page.js';
import { Loading } from './parts/loading.js';
import { NotAllowed } from './parts/not-allowed.js';
import { Problem } from './parts/problem.js';
import { RecordsPage } from './records/records-page.js';
import { RequestPage } from './request/request-page.js';
import { call } from './server/call.js';
import { callErrorOf } from './server/call-error.js';
import { SessionContext } from './session/session-context.js';
import { rightMissing, signedOut } from './session/session-news.js';
import { SessionOver } from './session/session-over.js';
import { SignInPage } from './session/sign-in-page.js';
import { SignedInPage, signedInPath } from './session/signed-in-page.js';
import { listenToTabs, tellTabs } from './session/tab-news.js';
import { useRights } from './session/use-rights.js';
import { NotFoundPage } from './shell/not-found-page.js';
import { Page } from './shell/page.js';
import { placeOf } from './shell/places.js';
import { keepPreferences, type Preferences, readPreferences, showPreferences } from './shell/preferences.js';
import { Shell } from './shell/shell.js';
import { SlipPage } from './slips/slip-page.js';
import { SlipsPage } from './slips/slips-page.js';
import { makeFormat } from './texts/format.js';
import { speechTexts } from './texts/languages.js';
import { SpeechContext, useTexts } from './texts/use-texts.js';

/** How often a call is repeated if no answer comes. */
const repeats = 2;

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < repeats && callErrorOf(error).code === 'unavailable',
    },
  },
});

export function App() {
  const [preferences, setPreferences] = useState(readPreferences);
  const prefer = (chosen: Preferences) => {
    keepPreferences(chosen);
    setPreferences(chosen);
  };
  const { language } = preferences;
  const speech = useMemo(() => ({ language, t: speechTexts[language], format: makeFormat(language) }), [language]);
  useMemo(() => showPreferences(preferences), [preferences]);
  return (
    <SpeechContext.Provider value={speech}>
      <QueryClientProvider client={queries}>
        <SignedIn preferences={preferences} onPrefer={prefer} />
      </QueryClientProvider>
    </SpeechContext.Provider>
  );
}

interface SignedInProps {
  readonly preferences: Preferences;
  readonly onPrefer: (preferences: Preferences) => void;
}

/** Shows the pages if a user is signed in, and otherwise the sign-in page. */
function SignedIn({ preferences, onPrefer }: SignedInProps) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey: ['session'], queryFn: () => call('GET /api/session') });
  const [isOver, setOver] = useState(false);
  useEffect(() => signedOut.listen(() => setOver(true)), []);
  // The pages then know what the application may still do.
  useEffect(() => rightMissing.listen(() => void client.invalidateQueries({ queryKey: ['session'] })), [client]);
  useEffect(
    () =>
      listenToTabs((news) => {
        if (news === 'signed-out') return setOver(true);
        void client.invalidateQueries().then(() => setOver(false));
      }),
    [client],
  );
  // If another user has signed in, nothing of the previous user may stay on the screen.
  const [first, setFirst] = useState(data);
  useEffect(() => {
    if (data === undefined) return;
    if (first === undefined) setFirst(data);
    else if (first.user.username !== data.user.username) location.reload();
  }, [data, first]);
  const signedInAt = data?.signedInAt;
  const isToldOfBatches = data?.rights.some(({ name, isHeld }) => name === 'batch' && isHeld) === true;
  const live = useMemo(
    () => (signedInAt === undefined || !isToldOfBatches ? undefined : new LiveBatches()),
    [signedInAt, isToldOfBatches],
  );
  useEffect(() => () => live?.close(), [live]);

  if (data === undefined) {
    if (error === null) return <AloneLoading />;
    if (callErrorOf(error).code === 'signed-out') return <SignInPage preferences={preferences} onPrefer={onPrefer} />;
    return (
      <main class="alone" id="content">
        <Problem error={error} onRetry={() => void refetch()} />
      </main>
    );
  }
  return (
    <SessionContext.Provider value={data}>
      <LiveBatchesContext.Provider value={live}>
        <Switch>
          <Route path={signedInPath}>
            <SignedInPage />
          </Route>
          <Route>
            <Shell session={data} preferences={preferences} onPrefer={onPrefer} onSignOut={() => void signOut()}>
              <Pages />
            </Shell>
          </Route>
        </Switch>
        {isOver && <SessionOver onClose={() => setOver(false)} />}
      </LiveBatchesContext.Provider>
    </SessionContext.Provider>
  );
}

async function signOut(): Promise<void> {
  await call('POST /api/session/end');
  tellTabs('signed-out');
  location.assign('/');
}

/** Shows the page of the address, or explains why this application cannot show it. */
function Pages() {
  const { t } = useTexts();
  const { mayAny } = useRights();
  const [path] = useLocation();
  const place = placeOf(path);
  if (place !== undefined && !mayAny(place.needs)) {
    return (
      <Page key={place.path} title={place.title(t)}>
        <NotAllowed rights={place.needs} />
      </Page>
    );
  }
  return (
    <Switch>
      <Route path="/" component={OverviewPage} />
      <Route path="/batches" component={BatchesPage} />
      <Route path="/batches/:batchId">{({ batchId }) => <BatchPage key={batchId} batchId={batchId} />}</Route>
      <Route path="/batches/:batchId/records">{({ batchId }) => <RecordsPage key={batchId} batchId={batchId} />}</Route>
      <Route path="/request/:name?">{({ name }) => <RequestPage name={name} />}</Route>
      <Route path="/delivery" component={DeliveryPage} />
      <Route path="/orders" component={OrdersPage} />
      <Route path="/slips" component={SlipsPage} />
      <Route path="/slips/:tradeId">{({ tradeId }) => <SlipPage key={tradeId} tradeId={tradeId} />}</Route>
      <Route path="/partners/:memberCode">
        {({ memberCode }) => <PartnerPage key={memberCode} memberCode={memberCode} />}
      </Route>
      <Route path="/products/:seller/:product">
        {({ seller, product }) => <ProductPage key={`${seller} ${product}`} seller={seller} product={product} />}
      </Route>
      <Route path="/events" component={EventsPage} />
      <Route path="/events/:endpointId">
        {({ endpointId }) => <EndpointPage key={endpointId} endpointId={endpointId} />}
      </Route>
      <Route path="/connections" component={ConnectionsPage} />
      <Route component={NotFoundPage} />
    </Switch>
  );
}

function AloneLoading() {
  return (
    <main class="alone" id="content">
      <Loading lines={3} />
    </main>
  );
}
