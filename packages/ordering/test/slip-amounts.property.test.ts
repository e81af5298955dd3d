import { describeSlipAmounts } from './describe-slip-amounts.js';

describeSlipAmounts(200);
