import { describeLoadsAndRemovals } from './describe-loads-and-removals.js';

describeLoadsAndRemovals(20, 200, 300_000);
