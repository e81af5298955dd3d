export { eventPushSchema } from './event-push-schema.js';
export { TypeOrmEndpointStore } from './repositories/typeorm-endpoint-store.js';
export { TypeOrmPushStore } from './repositories/typeorm-push-store.js';
