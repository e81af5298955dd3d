export { callCountSchema } from './call-count-schema.js';
export { SharedCallCounts } from './shared-call-counts.js';
