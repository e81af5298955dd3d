import { describeExamples } from './examples.js';

describeExamples(false);
