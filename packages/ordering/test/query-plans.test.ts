import { describeQueryPlans } from './describe-query-plans.js';

describeQueryPlans(60_000);
