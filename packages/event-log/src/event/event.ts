import type { EventType } from '@trading-platform/domain-types';

/** The small facts of an event, such as ids, versions and states. All values are strings, and no value is an amount or a name. */
export type EventData = Readonly<Record<string, string>>;

/** Something that happened, for one member that may see it. */
export interface Happening {
  readonly type: EventType;
  /** The member that may see it. */
  readonly memberCode: string;
  /**
   * If present, this client is the only client of the member that may see it. If absent, all clients of the member may
   * see it.
   */
  readonly clientId?: string;
  readonly data: EventData;
  /**
   * A key that is unique for ever. It is needed if the same thing can be appended twice, because it must become only
   * one event.
   */
  readonly occurrence?: string;
}

/**
 * Changes of master data or settings that one member may see. Changes of the same pair and kind are gathered for some
 * seconds and become one event.
 */
export interface PairChange {
  readonly type: 'master.changed' | 'setting.changed';
  /** The kind of data, as in the path of the download. */
  readonly kind: string;
  readonly memberCode: string;
  /**
   * The partner, or `''` for rows of the member that apply to all its partners. The partners then get events as well.
   */
  readonly memberCodePartner: string;
  /** The number of changed records. */
  readonly count: number;
}

/** All that happened in one transaction. */
export interface Happened {
  readonly happenings?: readonly Happening[];
  readonly changes?: readonly PairChange[];
}

/** An event of the log. */
export interface LoggedEvent {
  /** UUID v7. */
  readonly id: string;
  readonly type: EventType;
  /** The time at which it happened, in epoch milliseconds. */
  readonly at: number;
  readonly memberCode: string;
  /** `''` if all clients of the member may see the event. */
  readonly clientId: string;
  /** The position in the log, which ascends over all members. */
  readonly sequence: number;
  readonly data: EventData;
}
