import { describePortalExamples } from './portal-examples.js';

describePortalExamples(true);
