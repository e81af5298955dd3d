export { ORDERING_DATABASE, OrderingModule, type OrderingOptions } from './ordering.module.js';
