import type { EventType } from '@trading-platform/domain-types';
import type { LoggedEvent } from './event.js';

/** The caller for whom events are selected. */
export interface EventReader {
  readonly memberCode: string;
  readonly clientId: string;
  /** Whether the caller may also see events of other clients of its own member. */
  readonly memberWide?: boolean;
}

/** The events that a reader wants and may see. */
export interface EventFilter {
  readonly reader: EventReader;
  /** The members whose events are wanted. The caller must have checked that the reader sees these members. */
  readonly memberCodes: readonly string[];
  readonly types: readonly EventType[];
}

/** Whether the filter selects the event. Events of single clients are only for the reader's own member and client. */
export function selects(
  { reader, memberCodes, types }: EventFilter,
  event: Pick<LoggedEvent, 'memberCode' | 'clientId' | 'type'>,
): boolean {
  if (!memberCodes.includes(event.memberCode) || !types.includes(event.type)) return false;
  if (event.clientId === '') return true;
  return event.memberCode === reader.memberCode && (reader.memberWide === true || event.clientId === reader.clientId);
}
