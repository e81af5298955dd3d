import { describePortalExamples } from './portal-examples.js';
import { describePortalFailures } from './portal-failures.js';

describePortalExamples(false);
describePortalFailures('once');
