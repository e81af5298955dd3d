import { describeEventsAndEndpoints } from './events-and-endpoints.js';

describeEventsAndEndpoints('postgres');
