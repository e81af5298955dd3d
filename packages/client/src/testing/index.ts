export { CallRecorder, type RecordedCall, type Recording, replay } from './call-recorder.js';
export type { FakeEvents } from './fake-events.js';
export { aRange, type Disturbance, envelope, FakePlatform, refusal, type SeenCall, send } from './fake-platform.js';
export { FakeProxy } from './fake-proxy.js';
export { FakeRecords, type FakeSnapshot } from './fake-records.js';
export type { FakeTokens } from './fake-tokens.js';
