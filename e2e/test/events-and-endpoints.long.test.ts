import { describeOldEvents } from './event-endpoints.js';
import { describeEventsAndEndpoints } from './events-and-endpoints.js';

describeEventsAndEndpoints('sqlite');
describeOldEvents();
