import { describeLoadsAndRemovals } from './describe-loads-and-removals.js';

describeLoadsAndRemovals(40, 300, 300_000);
