import { Get, Param } from '@nestjs/common';
import { NeedsRight } from '@trading-platform/auth-core/nest';
import type { ApplicationAnswer, UserAnswer } from '../../../wire/index.js';
import { signedOut } from '../../http/console-error.js';
import { PlatformCalls } from '../../platform/platform-calls.js';
import { ConsoleApi } from '../../session/console-api.js';
import { SignedIn } from '../../session/session.guard.js';
import type { LiveSession } from '../../session/session-keeper.js';

/**
 * The names of applications and of users of the same member, for pages that show who did something. An application has
 * a name here even if it may no longer act.
 */
@ConsoleApi('api')
export class NamesController {
  constructor(private readonly platform: PlatformCalls) {}

  @Get('applications/:clientId')
  @NeedsRight()
  async application(@SignedIn() live: LiveSession, @Param('clientId') clientId: string): Promise<ApplicationAnswer> {
    const name = await this.#nameAt(live, `/account/clients/${encodeURIComponent(clientId)}`, 'client_name');
    return { clientId, ...(name === undefined ? {} : { name }) };
  }

  @Get('users/:userId')
  @NeedsRight()
  async user(@SignedIn() live: LiveSession, @Param('userId') userId: string): Promise<UserAnswer> {
    const { claims, session } = live;
    if (userId === claims.subject) return { userId, name: session.username };
    const name = await this.#nameAt(live, `/account/users/${encodeURIComponent(userId)}`, 'user_id');
    return { userId, ...(name === undefined ? {} : { name }) };
  }

  /** The last release of the authentication server does not have these calls. */
  async #nameAt(live: LiveSession, path: string, field: string): Promise<string | undefined> {
    const answer = await this.platform.askAuth(live, path);
    if (answer.ok) return ((await answer.json()) as Readonly<Record<string, string>>)[field];
    await answer.body?.cancel();
    if (answer.status === 401) throw signedOut();
    return undefined;
  }
}
