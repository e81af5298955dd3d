import { describe } from '@jest/globals';
import { describeUpdatedAmounts } from './describe-updated-amounts.js';

describe('the amounts of updated slips', () => {
  describeUpdatedAmounts(60);
});
