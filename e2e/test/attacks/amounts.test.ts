import { describeAmountAttack } from './amounts.js';

/** The tests of `tp sync` put records aside in files too. */
describeAmountAttack({ database: 'sqlite', mirrors: ['sqlite'], hasParquet: false, lines: 3, oldSlips: 1 });
