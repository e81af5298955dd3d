import { describeEventEndpoints } from './event-endpoints.js';

describeEventEndpoints('postgres');
