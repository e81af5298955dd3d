import { Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { NeedsRight } from '@trading-platform/auth-core/nest';
import {
  type EventAttemptRecord,
  type EventEndpointRecord,
  endpointEnabled,
  formatTokyoDateTime,
} from '@trading-platform/domain-types';
import { JsonBody } from '@trading-platform/service';
import type {
  AttemptsAnswer,
  Endpoint,
  EndpointAnswer,
  EndpointAttempt,
  EndpointDisabledReason,
  EndpointDone,
  EndpointSecretAnswer,
  EndpointsAnswer,
  EndpointTested,
} from '../../../wire/index.js';
import { ConsoleError } from '../../http/console-error.js';
import { objectBody } from '../../http/object-body.js';
import { PlatformCalls } from '../../platform/platform-calls.js';
import { ConsoleApi } from '../../session/console-api.js';
import { SignedIn } from '../../session/session.guard.js';
import type { LiveSession } from '../../session/session-keeper.js';
import { instantOf } from './instant-of.js';

/** The parts that an answer of the platform may have. Each call answers some of them. */
interface Answers {
  readonly endpoint: EventEndpointRecord;
  readonly endpoint_list: readonly EventEndpointRecord[];
  readonly attempt: EventAttemptRecord;
  readonly attempt_list: readonly EventAttemptRecord[];
  readonly next_cursor: string;
}

interface Asked {
  readonly body?: object;
  readonly method?: 'DELETE';
}

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const testType = 'endpoint.test';

/** The endpoints of this application. The platform pushes events of the member to them. */
@ConsoleApi('api/endpoints')
export class EndpointsController {
  constructor(private readonly platform: PlatformCalls) {}

  @Get()
  @NeedsRight('event')
  async list(@SignedIn() live: LiveSession): Promise<EndpointsAnswer> {
    const { endpoint_list: endpoints } = await this.#ask(live, '');
    return { endpoints: endpoints.map(ofEndpoint) };
  }

  @Post()
  @NeedsRight('event')
  @HttpCode(200)
  async create(@SignedIn() live: LiveSession, @JsonBody() body: unknown): Promise<EndpointSecretAnswer> {
    return ofSecret(await this.#ask(live, '', { body: termsOf(body) }));
  }

  @Post(':endpointId')
  @NeedsRight('event')
  @HttpCode(200)
  async change(
    @SignedIn() live: LiveSession,
    @Param('endpointId') endpointId: string,
    @JsonBody() body: unknown,
  ): Promise<EndpointAnswer> {
    const { isEnabled } = objectBody(body);
    const enabled =
      typeof isEnabled === 'boolean' ? { enabled: isEnabled ? endpointEnabled.yes : endpointEnabled.no } : {};
    const { endpoint } = await this.#ask(live, pathOf(endpointId), { body: { ...termsOf(body), ...enabled } });
    return { endpoint: ofEndpoint(endpoint) };
  }

  @Delete(':endpointId')
  @NeedsRight('event')
  async remove(@SignedIn() live: LiveSession, @Param('endpointId') endpointId: string): Promise<EndpointDone> {
    await this.#ask(live, pathOf(endpointId), { method: 'DELETE' });
    return { done: true };
  }

  @Post(':endpointId/rotate')
  @NeedsRight('event')
  @HttpCode(200)
  async rotate(@SignedIn() live: LiveSession, @Param('endpointId') endpointId: string): Promise<EndpointSecretAnswer> {
    return ofSecret(await this.#ask(live, `${pathOf(endpointId)}/rotate`, { body: {} }));
  }

  @Post(':endpointId/test')
  @NeedsRight('event')
  @HttpCode(200)
  async test(@SignedIn() live: LiveSession, @Param('endpointId') endpointId: string): Promise<EndpointTested> {
    const { endpoint, attempt } = await this.#ask(live, `${pathOf(endpointId)}/test`, { body: {} });
    return { endpoint: ofEndpoint(endpoint), attempt: ofAttempt(attempt) };
  }

  @Post(':endpointId/replay')
  @NeedsRight('event')
  @HttpCode(200)
  async replay(
    @SignedIn() live: LiveSession,
    @Param('endpointId') endpointId: string,
    @JsonBody() body: unknown,
  ): Promise<EndpointDone> {
    const { since } = objectBody(body);
    if (typeof since !== 'number' || !(since >= 0 && since <= Date.now())) {
      throw new ConsoleError('wrong-call', 'since must be a time in the past, in epoch milliseconds');
    }
    await this.#ask(live, `${pathOf(endpointId)}/replay`, { body: { since: formatTokyoDateTime(since) } });
    return { done: true };
  }

  @Get(':endpointId/attempts')
  @NeedsRight('event')
  async attempts(
    @SignedIn() live: LiveSession,
    @Param('endpointId') endpointId: string,
    @Query('cursor') cursor: unknown,
  ): Promise<AttemptsAnswer> {
    const query = typeof cursor === 'string' ? `?${new URLSearchParams({ cursor }).toString()}` : '';
    const answer = await this.#ask(live, `${pathOf(endpointId)}/attempts${query}`);
    const { attempt_list: attempts, next_cursor: nextCursor } = answer;
    return { attempts: attempts.map(ofAttempt), ...(nextCursor === '' ? {} : { nextCursor }) };
  }

  async #ask(live: LiveSession, path: string, { body, method }: Asked = {}): Promise<Answers> {
    const client = this.platform.clientOf(live);
    return (await client.call(`/event-endpoints${path}`, body, { method })) as unknown as Answers;
  }
}

function pathOf(endpointId: string): string {
  return `/${encodeURIComponent(endpointId)}`;
}

/** Only the texts of a body are passed on. The platform judges them. */
function termsOf(body: unknown): Readonly<Record<string, string>> {
  const { url, types, memberCodes: member_codes, description } = objectBody(body);
  const texts = Object.entries({ url, types, member_codes, description });
  return Object.fromEntries(texts.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function ofSecret({ endpoint }: Answers): EndpointSecretAnswer {
  return { endpoint: ofEndpoint(endpoint), secret: endpoint.secret ?? '' };
}

function ofEndpoint(record: EventEndpointRecord): Endpoint {
  const { endpoint_id: endpointId, url, types, member_codes: memberCodes, description, disabled_reason } = record;
  return {
    endpointId,
    url,
    types,
    memberCodes,
    description,
    isEnabled: record.enabled === endpointEnabled.yes,
    ...(disabled_reason === '' ? {} : { disabledReason: disabled_reason as EndpointDisabledReason }),
    createdAt: instantOf(record.created),
  };
}

function ofAttempt(record: EventAttemptRecord): EndpointAttempt {
  const { attempt_id: attemptId, event_id: eventId, type, at, status, latency_ms, error, answer, next_at } = record;
  const isEvent = type !== testType && uuidV7.test(eventId);
  return {
    attemptId,
    eventId,
    type,
    at: instantOf(at),
    ...(isEvent ? { happenedAt: Number.parseInt(eventId.replace('-', '').slice(0, 12), 16) } : {}),
    status: Number(status),
    latencyMs: Number(latency_ms),
    error,
    answer,
    ...(next_at === '' ? {} : { nextAt: instantOf(next_at) }),
  };
}
