import { describeCallers } from './callers.js';

describeCallers('sqlite');
