import { describeReadiness } from './readiness.js';

describeReadiness();
