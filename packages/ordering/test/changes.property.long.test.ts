import { describeChanges } from './describe-changes.js';

describeChanges(6, 120, 300_000);
