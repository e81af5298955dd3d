export { BatchProducingModule, type BatchProducingOptions } from './batch-producing.module.js';
export { BatchServingModule, type BatchServingOptions } from './batch-serving.module.js';
