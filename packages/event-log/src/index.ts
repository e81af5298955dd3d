export type { EventData, Happened, Happening, LoggedEvent, PairChange } from './event/event.js';
export { cursorAfter, isCursor, laterCursor } from './event/event-cursor.js';
export { type EventFilter, type EventReader, selects } from './event/event-filter.js';
export { EventLogError, type EventLogErrorCode } from './event/event-log-error.js';
export { eventRecord } from './event/event-record.js';
export { typesOf } from './event/event-types.js';
export {
  EventSequencer,
  type EventSequencerOptions,
  type OutsideHappenings,
  type SequencerLog,
} from './sequencing/event-sequencer.js';
export { EventLog, type EventPage, type EventQuery, type EventStart } from './storage/event-log.js';
export { EventNews, type StopFollowing } from './storage/event-news.js';
export { type Advance, type Advanced, EventSequence, type OutsideHappening } from './storage/event-sequence.js';
export { EventFeed } from './waiting/event-feed.js';
