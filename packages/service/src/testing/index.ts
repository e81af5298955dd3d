export { OtlpReceiver, type ReceivedSpan } from './otlp-receiver.js';
export { openAnyhow, requestHead } from './raw-connection.js';
export { bare, type RawAnswer, rawRequest } from './raw-request.js';
export { readBodiesAsServed, silentService } from './silent-service.js';
export { type AttackedService, type SlowAttack, slowAttacks } from './slow-attacks.js';
