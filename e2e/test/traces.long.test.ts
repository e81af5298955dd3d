import { describeTraces } from './traces.js';

describeTraces('postgres');
