export { BatchProducingModule, type BatchProducingOptions, type BatchStores } from './batch-producing.module.js';
export { BatchServingModule, type BatchServingOptions } from './batch-serving.module.js';
