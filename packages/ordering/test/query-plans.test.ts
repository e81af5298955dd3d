import { describeQueryPlans } from './describe-query-plans.js';

describeQueryPlans(25_000);
