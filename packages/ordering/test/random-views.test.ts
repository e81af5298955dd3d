import { describe } from '@jest/globals';
import { describeRandomViews } from './describe-random-views.js';

describe('the views of slips', () => {
  describeRandomViews(300);
});
