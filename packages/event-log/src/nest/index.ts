export { EventLogModule, type EventLogOptions } from './event-log.module.js';
