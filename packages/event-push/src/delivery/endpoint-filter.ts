import type { EventType } from '@trading-platform/domain-types';
import { type EventFilter, typesOf } from '@trading-platform/event-log';
import type { EventEndpoint } from '../endpoint/event-endpoint.js';
import type { Authorities, VisibleMembers } from './authority.js';

/**
 * Returns the filter of the events that an endpoint gets now. Returns undefined if the endpoint gets no events, because
 * its client may not see events or the rights of the client are unknown.
 */
export async function endpointFilter(
  { memberCode, clientId, types, memberCodes }: EventEndpoint,
  authorities: Authorities,
  visibleMembers: VisibleMembers,
): Promise<EventFilter | undefined> {
  const authority = await authorities.of({ memberCode, clientId });
  if (authority === undefined || authority === 'unknown') return undefined;
  const { rights, memberWide } = authority;
  if (!rights.includes('event')) return undefined;
  const others = memberCodes.filter((code) => code !== memberCode);
  const visible = new Set(others.length === 0 ? [] : await visibleMembers(memberCode, others));
  const wanted = [...new Set(types.flatMap((pattern) => typesOf(pattern)))];
  return {
    reader: { memberCode, clientId, memberWide },
    memberCodes: memberCodes.filter((code) => code === memberCode || visible.has(code)),
    types: wanted.filter((type) => rights.includes('trade') || !isOfTrade(type)),
  };
}

function isOfTrade(type: EventType): boolean {
  return type.startsWith('trade.');
}
