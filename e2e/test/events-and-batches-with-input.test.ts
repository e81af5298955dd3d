import { describePlatform } from '../src/describe-platform.js';
import { settings as ofEvents } from './event-endpoints.js';
import { describeEventsAndEndpoints } from './events-and-endpoints.js';
import { describeUploadsAndUpdates, settings as ofBatches } from './uploads-and-updates.js';

const settings = { ...ofEvents, ...ofBatches };

/** The events come first, because a follower gets all of them. */
describePlatform('events and batches with input', { database: 'postgres', settings }, (flow, platform) => {
  describeEventsAndEndpoints(flow);
  describeUploadsAndUpdates(flow, platform, false);
});
