import { describePortalFailures } from './portal-failures.js';

describePortalFailures('with all');
