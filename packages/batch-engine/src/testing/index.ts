export { describeBatchStore } from './describe-batch-store.js';
export { describeSegmentStore } from './describe-segment-store.js';
export { ManualClock } from './manual-clock.js';
export { MemoryBatchStore } from './memory-batch-store.js';
export { MemorySegmentStore } from './memory-segment-store.js';
