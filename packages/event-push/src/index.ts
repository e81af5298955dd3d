export {
  type EndpointWishes,
  EventEndpoints,
  type EventEndpointsOptions,
  endpointsAtMost,
  type NewSecret,
  testType,
} from './administration/event-endpoints.js';
export { type Resealed, resealEndpoints } from './administration/reseal-endpoints.js';
export type { CallOutcome, EndpointCaller } from './calling/call-endpoint.js';
export type { Authorities, Authority, VisibleMembers } from './delivery/authority.js';
export { EventPusher, type EventPusherOptions } from './delivery/event-pusher.js';
export type { ObservedAttempt } from './delivery/push-context.js';
export type { PushLog } from './delivery/push-journal.js';
export { type Lease, type LeasedEndpoint, type PushOutcome, PushStore, type Repeat } from './delivery/push-store.js';
export {
  EndpointSecrets,
  type SealedSecrets,
  type SecretResealer,
  type SecretSeal,
} from './endpoint/endpoint-secrets.js';
export { type AttemptPage, type EndpointChange, EndpointStore } from './endpoint/endpoint-store.js';
export type { EventAttempt } from './endpoint/event-attempt.js';
export type {
  DisabledReason,
  EndpointOwner,
  EndpointTerms,
  EventEndpoint,
  StoredEndpoint,
} from './endpoint/event-endpoint.js';
export { EventPushError, type EventPushErrorCode } from './endpoint/event-push-error.js';
