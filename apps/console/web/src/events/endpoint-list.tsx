import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Endpoint, EndpointTerms } from '../../../wire/index.js';
import { Button } from '../parts/button.js';
import { Empty } from '../parts/empty.js';
import { Loading } from '../parts/loading.js';
import { Problem } from '../parts/problem.js';
import { TableHead } from '../parts/table-head.js';
import { call } from '../server/call.js';
import { callErrorOf } from '../server/call-error.js';
import { Card } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import { EndpointForm } from './endpoint-form.js';
import { EndpointState } from './endpoint-state.js';
import { SecretDialog } from './secret-dialog.js';

/** Reads the endpoints of this application. The platform may disable them at any time. */
export function useEndpoints() {
  return useQuery({
    queryKey: ['endpoints'],
    queryFn: () => call('GET /api/endpoints'),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

/** The endpoints of this application. */
export function EndpointList() {
  const { t } = useTexts();
  const client = useQueryClient();
  const { data, error, refetch } = useEndpoints();
  const [isMaking, setMaking] = useState(false);
  const [secret, setSecret] = useState<string>();
  if (error !== null && callErrorOf(error).code === 'not-found') {
    return <Empty icon="events" title={t.events.noPushes} />;
  }
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={4} />;
  const make = (
    <Button kind="main" icon="plus" onPress={() => setMaking(true)}>
      {t.events.newEndpoint}
    </Button>
  );
  const create = async (terms: EndpointTerms) => {
    const made = await call('POST /api/endpoints', { body: terms });
    setMaking(false);
    setSecret(made.secret);
    await client.invalidateQueries({ queryKey: ['endpoints'] });
  };
  return (
    <>
      {data.endpoints.length === 0 ? (
        <Empty icon="events" title={t.events.noEndpoints} action={make}>
          {t.events.noEndpointsText}
        </Empty>
      ) : (
        <Card isFlush title={t.events.endpoints} actions={make}>
          <EndpointTable endpoints={data.endpoints} />
        </Card>
      )}
      {isMaking && <EndpointForm onSave={create} onClose={() => setMaking(false)} />}
      {secret !== undefined && (
        <SecretDialog secret={secret} text={t.events.secretText} onClose={() => setSecret(undefined)} />
      )}
    </>
  );
}

function EndpointTable({ endpoints }: { readonly endpoints: readonly Endpoint[] }) {
  const { t, format } = useTexts();
  return (
    <table class="table stacking">
      <TableHead columns={[t.events.fields.url, t.state, t.events.fields.types, t.events.created]} />
      <tbody>
        {endpoints.map((endpoint) => (
          <tr key={endpoint.endpointId}>
            <th scope="row" class="code-cell">
              <Link href={`/events/${endpoint.endpointId}`}>{endpoint.url}</Link>
              {endpoint.description !== '' && <p class="small soft">{endpoint.description}</p>}
            </th>
            <td>
              <EndpointState endpoint={endpoint} />
            </td>
            <td data-label={t.events.fields.types} class="code-cell">
              <code>{endpoint.types}</code>
            </td>
            <td data-label={t.events.created} class="moment-cell">
              {format.moment(endpoint.createdAt)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
