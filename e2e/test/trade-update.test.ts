import { describeTradeUpdate } from './trade-update.js';

describeTradeUpdate('postgres');
