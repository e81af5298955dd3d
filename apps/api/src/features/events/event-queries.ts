import { Injectable } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import { requireRight } from '@trading-platform/auth-core/nest';
import {
  type ErrorEntry,
  type EventType,
  errorCode,
  eventTypes,
  maxElements,
  maxLength,
} from '@trading-platform/domain-types';
import { errorText } from '@trading-platform/domain-types/error-texts';
import { type EventFilter, type EventStart, isCursor, typesOf } from '@trading-platform/event-log';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiRefusal, errorOf } from '../../http/api-refusal.js';
import { CallerRights } from '../../http/caller-rights.js';
import { noteIgnoredParameters, type Query, readNumber } from '../../http/query-numbers.js';

export const limitBounds = { least: 1, most: 1_000 };
export const defaultLimit = 100;
const parameters = { after: true, types: true, member_codes: true, limit: true };
const longestCursor = 60;
const mostPatterns = 20;
const tradePrefix = 'trade.';

/** The events that a call asks for. */
export interface AskedEvents {
  readonly after: EventStart;
  readonly limit: number;
  readonly filter: EventFilter;
}

/** Reads the query of a call, and refuses it with all its defects. */
@Injectable()
export class EventQueries {
  constructor(private readonly rights: CallerRights) {}

  /** @throws ApiRefusal; RightMissing if the query names types for which the token lacks the right */
  async read(request: FastifyRequest, reply: FastifyReply, caller: AccessTokenClaims): Promise<AskedEvents> {
    const query = request.query as Query;
    noteIgnoredParameters(reply, query, parameters);
    const errors: ErrorEntry[] = [];
    const lastEventId = request.headers['last-event-id'];
    const after =
      lastEventId === undefined || lastEventId === ''
        ? readStart('after', query['after'], errors)
        : readStart('Last-Event-ID', lastEventId, errors);
    const types = readTypes(query['types'], caller, errors);
    const memberCodes = await this.#readMembers(query['member_codes'], caller, errors);
    const limit = readNumber('limit', query['limit'], limitBounds) ?? defaultLimit;
    if (typeof limit === 'object') errors.push(limit);
    if (errors.length > 0 || typeof limit === 'object') throw ApiRefusal.ofAll(errors);
    return { after, limit, filter: { reader: readerOf(caller), memberCodes, types } };
  }

  async #readMembers(
    value: Query[string],
    caller: AccessTokenClaims,
    errors: ErrorEntry[],
  ): Promise<readonly string[]> {
    const codes = readList('member_codes', value, maxElements.member_codes, errors);
    if (codes === undefined) return [caller.memberCode];
    const tooLong = codes.filter((code) => code.length > maxLength.member_code_self);
    if (tooLong.length > 0) {
      errors.push(errorOf(errorCode.tooLong, { item: 'member_codes' }));
      return [];
    }
    const { visible } = await this.rights.refused(caller, { visible: codes, readable: [], pair: {} });
    for (const code of visible) {
      errors.push(errorOf(errorCode.memberNotVisible, { item: `member_codes[${codes.indexOf(code)}]` }));
    }
    return codes;
  }
}

function readerOf({ memberCode, clientId, memberWide }: AccessTokenClaims): EventFilter['reader'] {
  return { memberCode, clientId, ...(memberWide === true ? { memberWide } : {}) };
}

function readStart(item: string, value: Query[string], errors: ErrorEntry[]): EventStart {
  if (value === undefined || value === '') return 'now';
  if (value === '0') return 'oldest';
  if (typeof value === 'string' && value.length > longestCursor) errors.push(errorOf(errorCode.tooLong, { item }));
  else if (typeof value !== 'string' || !isCursor(value)) {
    errors.push(errorOf(errorCode.wrongFormat, { item, detail: errorText('eventCursor') }));
  }
  return { cursor: String(value) };
}

/** If the caller lacks the right for slips, the event types of slips are left out, unless the call names them. */
function readTypes(value: Query[string], caller: AccessTokenClaims, errors: ErrorEntry[]): readonly EventType[] {
  const isAllowed = (type: EventType) => !type.startsWith(tradePrefix) || caller.rights.includes('trade');
  const patterns = readList('types', value, mostPatterns, errors);
  if (patterns === undefined) return eventTypes.filter(isAllowed);
  const named = patterns.map(typesOf);
  if (named.some((types) => types.length === 0)) {
    const detail = errorText('eventTypes', { types: eventTypes.join(', ') });
    errors.push(errorOf(errorCode.notAllowed, { item: 'types', detail }));
  }
  if (patterns.some((pattern) => pattern.startsWith(tradePrefix))) requireRight(caller, 'trade');
  return [...new Set(named.flat())].filter(isAllowed);
}

/** Returns undefined if the parameter is absent or the list is refused. */
function readList(
  item: string,
  value: Query[string],
  most: number,
  errors: ErrorEntry[],
): readonly string[] | undefined {
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') {
    errors.push(errorOf(errorCode.wrongFormat, { item, detail: errorText('commaList') }));
    return undefined;
  }
  const elements = [...new Set(value.split(',').map((element) => element.trim()))];
  if (elements.length <= most) return elements;
  errors.push(errorOf(errorCode.tooManyElements, { item }));
  return undefined;
}
