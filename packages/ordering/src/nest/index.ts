export { OrderingDatabase } from '../typeorm/ordering-database.js';
export { OrderingModule, type OrderingOptions } from './ordering.module.js';
