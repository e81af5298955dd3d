import { describeSlipAmounts } from './describe-slip-amounts.js';

describeSlipAmounts(5_000);
