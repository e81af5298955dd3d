import { useMutation, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import type { Endpoint, EndpointTerms, Instant } from '../../../wire/index.js';
import { Button } from '../parts/button.js';
import { Confirm } from '../parts/dialog.js';
import { Empty } from '../parts/empty.js';
import { Fact } from '../parts/fact.js';
import { Loading } from '../parts/loading.js';
import { Notice } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { call } from '../server/call.js';
import { Card, Page } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { AttemptList } from './attempt-list.js';
import { EndpointForm } from './endpoint-form.js';
import { useEndpoints } from './endpoint-list.js';
import { AttemptState, EndpointState, isDelivered } from './endpoint-state.js';
import { ReplayDialog } from './replay-dialog.js';
import { SecretDialog } from './secret-dialog.js';

const endpointsPath = '/events?view=endpoints';

/** The page of one endpoint, with its settings, the possible actions, and the last attempts. */
export function EndpointPage({ endpointId }: { readonly endpointId: string }) {
  const { t } = useTexts();
  const { data, error, refetch } = useEndpoints();
  const endpoint = data?.endpoints.find((each) => each.endpointId === endpointId);
  return (
    <Page
      title={t.events.endpoint}
      lead={endpoint !== undefined && <code class="endpoint-url">{endpoint.url}</code>}
      above={
        <Link href={endpointsPath} class="above">
          {t.events.endpoints}
        </Link>
      }
    >
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading lines={6} />}
      {data !== undefined && endpoint === undefined && <Empty icon="events" title={t.events.noSuchEndpoint} />}
      {endpoint !== undefined && <EndpointParts endpoint={endpoint} />}
    </Page>
  );
}

/** The style class for facts that are texts of the endpoint. */
const ofText = 'number fact-value';

type Asked = 'change' | 'rotate' | 'replay' | 'remove';

function EndpointParts({ endpoint }: { readonly endpoint: Endpoint }) {
  const { t, format } = useTexts();
  const client = useQueryClient();
  const [, go] = useLocation();
  const [asked, setAsked] = useState<Asked>();
  const [replayed, setReplayed] = useState<Instant>();
  const { endpointId } = endpoint;
  const parts = { endpointId };
  const close = () => setAsked(undefined);
  const onSuccess = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['endpoints'] }),
      client.invalidateQueries({ queryKey: ['attempts', endpointId] }),
    ]);
  };
  const test = useMutation({
    mutationFn: () => call('POST /api/endpoints/{endpointId}/test', { parts, body: undefined }),
    onSuccess,
  });
  const enable = useMutation({
    mutationFn: (isEnabled: boolean) => call('POST /api/endpoints/{endpointId}', { parts, body: { isEnabled } }),
    onSuccess,
  });
  const rotate = useMutation({
    mutationFn: () => call('POST /api/endpoints/{endpointId}/rotate', { parts, body: undefined }),
    onSuccess,
    onSettled: close,
  });
  const remove = useMutation({
    mutationFn: () => call('DELETE /api/endpoints/{endpointId}', { parts }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['endpoints'] });
      go(endpointsPath);
    },
    onSettled: close,
  });
  const change = async (terms: EndpointTerms) => {
    await call('POST /api/endpoints/{endpointId}', { parts, body: terms });
    close();
    test.reset();
    await onSuccess();
  };
  const replay = async (since: Instant) => {
    await call('POST /api/endpoints/{endpointId}/replay', { parts, body: { since } });
    setReplayed(since);
    close();
  };
  const error = test.error ?? enable.error ?? rotate.error ?? remove.error;
  const canBeEnabled = endpoint.disabledReason === 'by-client';
  return (
    <>
      {error !== null && <Problem error={error} />}
      {test.data !== undefined && (
        <Notice
          kind={isDelivered(test.data.attempt) ? 'good' : 'bad'}
          title={isDelivered(test.data.attempt) ? t.events.testPassed : t.events.testFailed}
        >
          <AttemptState attempt={test.data.attempt} /> <span lang="en">{test.data.attempt.error}</span>
        </Notice>
      )}
      {replayed !== undefined && <Notice kind="good" title={t.events.replayed(format.moment(replayed))} />}
      <Card
        title={t.events.terms}
        actions={
          <div class="filters">
            <Button kind="main" icon="run" isBusy={test.isPending} onPress={() => test.mutate()}>
              {t.events.test}
            </Button>
            {(endpoint.isEnabled || canBeEnabled) && (
              <Button isBusy={enable.isPending} onPress={() => enable.mutate(!endpoint.isEnabled)}>
                {endpoint.isEnabled ? t.events.disable : t.events.enable}
              </Button>
            )}
            <Button onPress={() => setAsked('change')}>{t.events.change}</Button>
            <Button onPress={() => setAsked('rotate')}>{t.events.rotate}</Button>
            <Button icon="again" onPress={() => setAsked('replay')}>
              {t.events.replay}
            </Button>
            <Button icon="remove" onPress={() => setAsked('remove')}>
              {t.events.remove}
            </Button>
          </div>
        }
      >
        <dl class="facts">
          <Fact name={t.state}>
            <EndpointState endpoint={endpoint} />
          </Fact>
          <Fact name={t.events.fields.types} look={ofText}>
            {endpoint.types}
          </Fact>
          <Fact name={t.events.fields.memberCodes} look={ofText}>
            {endpoint.memberCodes}
          </Fact>
          {endpoint.description !== '' && (
            <Fact name={t.events.fields.description} look={ofText}>
              {endpoint.description}
            </Fact>
          )}
          <Fact name={t.events.created} look={ofText}>
            {format.moment(endpoint.createdAt)}
          </Fact>
        </dl>
        {endpoint.disabledReason !== undefined && (
          <p class="soft endpoint-advice">{t.events.disabledText[endpoint.disabledReason]}</p>
        )}
      </Card>
      <AttemptList endpointId={endpointId} onResend={replay} />
      {asked === 'change' && <EndpointForm endpoint={endpoint} onSave={change} onClose={close} />}
      {asked === 'replay' && <ReplayDialog onReplay={replay} onClose={close} />}
      {asked === 'rotate' && (
        <Confirm
          title={t.events.rotateTitle}
          verb={t.events.rotate}
          isBusy={rotate.isPending}
          onConfirm={() => rotate.mutate()}
          onClose={close}
        >
          <p>{t.events.rotateText}</p>
        </Confirm>
      )}
      {asked === 'remove' && (
        <Confirm
          title={t.events.removeTitle}
          verb={t.events.remove}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={close}
        >
          <p>{t.events.removeText}</p>
        </Confirm>
      )}
      {rotate.data !== undefined && (
        <SecretDialog secret={rotate.data.secret} text={t.events.rotatedText} onClose={() => rotate.reset()} />
      )}
    </>
  );
}
