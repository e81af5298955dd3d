import { describeFlowsOfCallers } from './flows-of-callers.js';

describeFlowsOfCallers('sqlite');
