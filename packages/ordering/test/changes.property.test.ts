import { describeChanges } from './describe-changes.js';

describeChanges(1, 10);
