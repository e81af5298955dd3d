import { describeEventEndpoints, describeOldEvents } from './event-endpoints.js';

describeEventEndpoints('sqlite');
describeOldEvents();
