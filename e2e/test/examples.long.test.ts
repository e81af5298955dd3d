import { describeExamples } from './examples.js';

describeExamples(true);
