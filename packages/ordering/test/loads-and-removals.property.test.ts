import { describeLoadsAndRemovals } from './describe-loads-and-removals.js';

describeLoadsAndRemovals(1, 60);
