import { describeKeyWithdrawal } from './key-withdrawal.js';

describeKeyWithdrawal(false);
