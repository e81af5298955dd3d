import { describeRanges } from './describe-ranges.js';

describeRanges(20);
