import { describeTradeFilters } from './describe-trade-filters.js';

describeTradeFilters(1);
