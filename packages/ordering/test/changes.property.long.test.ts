import { describeChanges } from './describe-changes.js';

describeChanges(20, 150, 300_000);
