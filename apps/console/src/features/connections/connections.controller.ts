import { Delete, Get, Param } from '@nestjs/common';
import { NeedsRight } from '@trading-platform/auth-core/nest';
import { rightsAmong } from '@trading-platform/domain-types';
import { rightMeanings } from '@trading-platform/domain-types/meanings';
import type { BothLanguages, ConnectionEnded, ConnectionsAnswer } from '../../../wire/index.js';
import { ConsoleError, signedOut } from '../../http/console-error.js';
import { PlatformCalls } from '../../platform/platform-calls.js';
import { ConsoleApi } from '../../session/console-api.js';
import { SignedIn } from '../../session/session.guard.js';
import type { LiveSession } from '../../session/session-keeper.js';

/** A grant as the authentication server describes it. All times are in seconds since 1970. */
interface OwnGrant {
  readonly grant_id: string;
  readonly client_id: string;
  readonly client_name: string;
  readonly since: number;
  readonly last_used: number;
  readonly current: boolean;
  /** The names of the rights of the grant. The last release of the authentication server does not send this field. */
  readonly rights?: readonly string[];
}

/** Returns words for the rights, in the order in which people see rights. */
function inWords(held: readonly string[]): readonly BothLanguages[] {
  return rightsAmong(held).map((right) => rightMeanings[right]);
}

/** The applications that may act for the signed-in user. */
@ConsoleApi('api/connections')
export class ConnectionsController {
  constructor(private readonly platform: PlatformCalls) {}

  @Get()
  @NeedsRight()
  async list(@SignedIn() live: LiveSession): Promise<ConnectionsAnswer> {
    const answer = await this.#ask(live, '/account/grants', 'GET');
    const { grants } = (await answer.json()) as { readonly grants: readonly OwnGrant[] };
    return {
      connections: grants.map((grant) => ({
        grantId: grant.grant_id,
        clientId: grant.client_id,
        clientName: grant.client_name,
        since: grant.since * 1_000,
        lastUsedAt: grant.last_used * 1_000,
        isThis: grant.current,
        ...(grant.rights === undefined ? {} : { rights: inWords(grant.rights) }),
      })),
    };
  }

  @Delete(':grantId')
  @NeedsRight()
  async end(@SignedIn() live: LiveSession, @Param('grantId') grantId: string): Promise<ConnectionEnded> {
    await this.#ask(live, `/account/grants/${encodeURIComponent(grantId)}`, 'DELETE');
    return { ended: true };
  }

  async #ask(live: LiveSession, path: string, method: 'GET' | 'DELETE'): Promise<Response> {
    const answer = await this.platform.askAuth(live, path, method);
    if (answer.ok) return answer;
    await answer.body?.cancel();
    const requestId = answer.headers.get('x-request-id') ?? undefined;
    if (answer.status === 401) throw signedOut();
    if (answer.status === 403) {
      throw new ConsoleError('not-permitted', 'The console may not show connections', { requestId });
    }
    if (answer.status === 404) throw new ConsoleError('not-found', 'There is no such connection', { requestId });
    throw new ConsoleError('unavailable', `The authentication server answers ${answer.status}`, { requestId });
  }
}
