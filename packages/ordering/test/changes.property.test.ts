import { describeChanges } from './describe-changes.js';

describeChanges(2, 40, 120_000);
