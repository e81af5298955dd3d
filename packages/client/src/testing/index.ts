export { aRange, type Disturbance, envelope, FakePlatform, refusal, type SeenCall, send } from './fake-platform.js';
