import { describePlatform } from '../src/describe-platform.js';
import { describeOldEvents, settings } from './event-endpoints.js';
import { describeEventsAndEndpoints } from './events-and-endpoints.js';

describePlatform('what happens', { database: 'sqlite', settings }, (flow) => describeEventsAndEndpoints(flow));
describeOldEvents();
