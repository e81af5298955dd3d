import { describeChanges } from './describe-changes.js';

describeChanges(2, 40);
