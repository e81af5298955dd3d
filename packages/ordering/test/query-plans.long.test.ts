import { describeQueryPlans } from './describe-query-plans.js';

describeQueryPlans(1_000_000, 600_000);
