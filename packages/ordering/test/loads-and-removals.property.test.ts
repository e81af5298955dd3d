import { describeLoadsAndRemovals } from './describe-loads-and-removals.js';

describeLoadsAndRemovals(3, 60);
