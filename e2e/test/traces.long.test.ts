import { describeTraces } from './traces.js';

describeTraces('sqlite');
describeTraces('postgres');
