import { describeCallers } from './callers.js';

describeCallers('postgres');
