export { OrderingDatabase, OrderingModule, type OrderingOptions } from './ordering.module.js';
