import { Body, Delete, Get, HttpCode, Param, Post, Query, UseFilters } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import { Caller } from '@trading-platform/auth-core/nest';
import {
  apiPaths,
  endpointEnabled,
  envelope,
  errorCode,
  eventAttemptListAnswer,
  eventEndpointActionRequest,
  eventEndpointAnswer,
  eventEndpointChangeRequest,
  eventEndpointListAnswer,
  eventEndpointReplayRequest,
  eventEndpointRequest,
  eventEndpointTestAnswer,
  parseTokyoDateTime,
} from '@trading-platform/domain-types';
import { calls } from '@trading-platform/domain-types/calls';
import { EventLogError, isCursor } from '@trading-platform/event-log';
import { EventEndpoints } from '@trading-platform/event-push';
import {
  EventEndpointActionRequest,
  EventEndpointChangeRequest,
  EventEndpointReplayRequest,
  EventEndpointRequest,
} from '@trading-platform/validation';
import { DataApi } from '../../caller/data-api.js';
import { ApiRefusal } from '../../http/api-refusal.js';
import { Bodyless } from '../../http/bodyless.js';
import { Operation } from '../../reference/operation.decorator.js';
import type { DescribedValues } from '../../reference/value-description.js';
import { attemptRecord, endpointRecord } from './endpoint-records.js';
import { EndpointTermsReader } from './endpoint-terms.js';
import { EventPushErrorFilter } from './event-push-error.filter.js';

const path = `${apiPaths.eventEndpoints}/:endpointId`;
const attemptsPerPage = 100;
const attemptId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const termsCodes = [
  errorCode.wrongFormat,
  errorCode.notAllowed,
  errorCode.tooLong,
  errorCode.tooManyElements,
  errorCode.memberNotVisible,
];

const attemptsQuery: DescribedValues = {
  cursor: {
    meaning: 'next_cursor of the previous page',
    ja: 'カーソル：前のページのnext_cursor',
    schema: { type: 'string', maxLength: 36 },
    example: '019ab2f4-7c1d-7e3a-9d55-6f1c0e8a4b73',
  },
};

/** Serves the endpoints to which events are pushed. Each client of a member sees only its own endpoints. */
@DataApi('Event endpoints')
@UseFilters(EventPushErrorFilter)
export class EventEndpointsController {
  constructor(
    private readonly endpoints: EventEndpoints,
    private readonly terms: EndpointTermsReader,
  ) {}

  @Post(apiPaths.eventEndpoints)
  @HttpCode(200)
  @Operation({
    right: 'event',
    call: calls.endpointCreate,
    request: eventEndpointRequest,
    answer: eventEndpointAnswer,
    codes: termsCodes,
  })
  async create(@Body() request: EventEndpointRequest, @Caller() caller: AccessTokenClaims) {
    const given = await this.terms.read(request, caller);
    const defaults = { types: ['*'], memberCodes: [caller.memberCode], description: '' };
    const made = await this.endpoints.create(caller, { ...defaults, ...given, url: request.url });
    return { endpoint: endpointRecord(made.endpoint, made.secret) };
  }

  @Get(apiPaths.eventEndpoints)
  @Bodyless('json')
  @Operation({ right: 'event', call: calls.endpointList, answer: eventEndpointListAnswer })
  async list(@Caller() caller: AccessTokenClaims) {
    const endpoints = await this.endpoints.list(caller);
    return { endpoint_list: endpoints.map((endpoint) => endpointRecord(endpoint)) };
  }

  @Post(path)
  @HttpCode(200)
  @Operation({
    right: 'event',
    call: calls.endpointChange,
    request: eventEndpointChangeRequest,
    answer: eventEndpointAnswer,
    codes: termsCodes,
    notFound: errorCode.unknownPath,
  })
  async change(
    @Param('endpointId') endpointId: string,
    @Body() request: EventEndpointChangeRequest,
    @Caller() caller: AccessTokenClaims,
  ) {
    const given = await this.terms.read(request, caller);
    const enabled = request.enabled === undefined ? {} : { enabled: request.enabled === endpointEnabled.yes };
    return { endpoint: endpointRecord(await this.endpoints.change(caller, endpointId, { ...given, ...enabled })) };
  }

  @Delete(path)
  @Bodyless('json')
  @Operation({
    right: 'event',
    call: calls.endpointRemove,
    answer: envelope,
    notFound: errorCode.unknownPath,
  })
  async remove(@Param('endpointId') endpointId: string, @Caller() caller: AccessTokenClaims) {
    await this.endpoints.remove(caller, endpointId);
    return {};
  }

  @Post(`${path}/rotate`)
  @HttpCode(200)
  @Operation({
    right: 'event',
    call: calls.endpointRotate,
    request: eventEndpointActionRequest,
    answer: eventEndpointAnswer,
    notFound: errorCode.unknownPath,
  })
  async rotate(
    @Param('endpointId') endpointId: string,
    @Body() _request: EventEndpointActionRequest,
    @Caller() caller: AccessTokenClaims,
  ) {
    const made = await this.endpoints.rotate(caller, endpointId);
    return { endpoint: endpointRecord(made.endpoint, made.secret) };
  }

  @Post(`${path}/test`)
  @HttpCode(200)
  @Operation({
    right: 'event',
    call: calls.endpointTest,
    request: eventEndpointActionRequest,
    answer: eventEndpointTestAnswer,
    notFound: errorCode.unknownPath,
  })
  async test(
    @Param('endpointId') endpointId: string,
    @Body() _request: EventEndpointActionRequest,
    @Caller() caller: AccessTokenClaims,
  ) {
    const { endpoint, attempt } = await this.endpoints.test(caller, endpointId);
    return { endpoint: endpointRecord(endpoint), attempt: attemptRecord(attempt) };
  }

  @Post(`${path}/replay`)
  @HttpCode(200)
  @Operation({
    right: 'event',
    call: calls.endpointReplay,
    request: eventEndpointReplayRequest,
    answer: envelope,
    codes: [errorCode.cursorTooOld],
    notFound: errorCode.unknownPath,
  })
  async replay(
    @Param('endpointId') endpointId: string,
    @Body() { since, after }: EventEndpointReplayRequest,
    @Caller() caller: AccessTokenClaims,
  ) {
    const from = since === undefined ? readCursor(after!) : parseTokyoDateTime(since)!.getTime();
    try {
      await this.endpoints.replay(caller, endpointId, from);
    } catch (error) {
      if (!(error instanceof EventLogError)) throw error;
      throw ApiRefusal.of(errorCode.cursorTooOld, { item: 'after', cause: error });
    }
    return {};
  }

  @Get(`${path}/attempts`)
  @Bodyless('json')
  @Operation({
    right: 'event',
    call: calls.endpointAttempts,
    answer: eventAttemptListAnswer,
    query: attemptsQuery,
    codes: [errorCode.wrongFormat],
    notFound: errorCode.unknownPath,
  })
  async attempts(
    @Param('endpointId') endpointId: string,
    @Query('cursor') cursor: unknown,
    @Caller() caller: AccessTokenClaims,
  ) {
    if (cursor !== undefined && cursor !== '' && (typeof cursor !== 'string' || !attemptId.test(cursor))) {
      throw ApiRefusal.of(errorCode.wrongFormat, { item: 'cursor' });
    }
    const before = typeof cursor === 'string' && cursor !== '' ? { before: cursor } : {};
    const page = await this.endpoints.attempts(caller, endpointId, { limit: attemptsPerPage, ...before });
    return { attempt_list: page.attempts.map(attemptRecord), next_cursor: page.next ?? '' };
  }
}

/** @throws ApiRefusal E000002 if the text is not a cursor of the log */
function readCursor(after: string): string | number {
  if (after === '0') return 0;
  if (isCursor(after)) return after;
  throw ApiRefusal.of(errorCode.wrongFormat, { item: 'after' });
}
