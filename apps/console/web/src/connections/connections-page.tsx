import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { BothLanguages, Connection } from '../../../wire/index.js';
import { Button } from '../parts/button.js';
import { Confirm } from '../parts/dialog.js';
import { Empty } from '../parts/empty.js';
import { Loading } from '../parts/loading.js';
import { Notice } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { call } from '../server/call.js';
import { useSession } from '../session/session-context.js';
import { tellTabs } from '../session/tab-news.js';
import { Card, Page } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';

/** The page with the applications that may act for the user. */
export function ConnectionsPage() {
  const { t, format } = useTexts();
  const client = useQueryClient();
  const { authUrl, idpSegment } = useSession().platform;
  const { data, error, refetch } = useQuery({
    queryKey: ['connections'],
    queryFn: () => call('GET /api/connections'),
    // Connections begin and end outside of this page, and an old list would hide who may act for the user.
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
  const [asked, setAsked] = useState<Connection>();
  const [ended, setEnded] = useState('');
  const end = useMutation({
    mutationFn: ({ grantId }: Connection) => call('DELETE /api/connections/{grantId}', { parts: { grantId } }),
    onSuccess: async (_, connection) => {
      if (connection.isThis) {
        tellTabs('signed-out');
        location.assign('/');
        return;
      }
      setEnded(nameOf(connection));
      await client.invalidateQueries({ queryKey: ['connections'] });
    },
    onSettled: () => setAsked(undefined),
  });
  /** If several connections have the same name, the name gets the time at which its connection began. */
  const nameOf = ({ clientName, since }: Connection) => {
    const isShared = (data?.connections.filter((other) => other.clientName === clientName).length ?? 0) > 1;
    return isShared ? t.connections.nameSince(clientName, format.moment(since)) : clientName;
  };
  return (
    <Page
      title={t.connections.title}
      lead={
        <>
          {t.connections.lead}{' '}
          <a href={`${authUrl}/${idpSegment}/account/access`} target="_blank" rel="noreferrer">
            {t.connections.account}
          </a>
        </>
      }
    >
      {ended !== '' && <Notice kind="good" title={t.connections.ended(ended)} />}
      {end.error !== null && <Problem error={end.error} />}
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading lines={5} />}
      {data !== undefined && data.connections.length === 0 && (
        <Empty icon="connections" title={t.connections.empty}>
          {t.connections.emptyText}
        </Empty>
      )}
      {data !== undefined && data.connections.length > 0 && (
        <Card isFlush>
          <ul class="connections">
            {data.connections.map((connection) => (
              <ConnectionRow
                key={connection.grantId}
                connection={connection}
                name={nameOf(connection)}
                onEnd={() => setAsked(connection)}
              />
            ))}
          </ul>
        </Card>
      )}
      {asked !== undefined && (
        <Confirm
          title={t.connections.endTitle(nameOf(asked))}
          verb={t.connections.end}
          isBusy={end.isPending}
          onConfirm={() => end.mutate(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>{asked.isThis ? t.connections.endThisText : t.connections.endText}</p>
        </Confirm>
      )}
    </Page>
  );
}

function ConnectionRow({
  connection,
  name,
  onEnd,
}: {
  readonly connection: Connection;
  /** A name that no other connection has. */
  readonly name: string;
  readonly onEnd: () => void;
}) {
  const { t, format } = useTexts();
  const { clientName, clientId, since, lastUsedAt, isThis, rights } = connection;
  return (
    <li class="connection">
      <div class="connection-name">
        <p>
          <strong>{clientName}</strong> {isThis && <span class="tag">{t.connections.isThis}</span>}
        </p>
        <p class="small soft">
          <code>{clientId}</code>
        </p>
      </div>
      <dl class="connection-times">
        <div>
          <dt class="small soft">{t.connections.since}</dt>
          <dd class="number">{format.moment(since)}</dd>
        </div>
        <div>
          <dt class="small soft">{t.connections.lastUsed}</dt>
          <dd class="number">{format.moment(lastUsedAt)}</dd>
        </div>
      </dl>
      <Button icon="stop" label={t.connections.endOf(name)} onPress={onEnd}>
        {t.connections.end}
      </Button>
      {rights !== undefined && <RightsInWords rights={rights} />}
    </li>
  );
}

function RightsInWords({ rights }: { readonly rights: readonly BothLanguages[] }) {
  const { t, language } = useTexts();
  if (rights.length === 0) return <p class="connection-rights small soft">{t.connections.mayNothing}</p>;
  return (
    <div class="connection-rights small">
      <p class="soft">{t.connections.may}</p>
      <ul>
        {rights.map((words) => (
          <li key={words.en}>{words[language]}</li>
        ))}
      </ul>
    </div>
  );
}
