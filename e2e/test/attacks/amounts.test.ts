import { describeAmountAttack } from './amounts.js';

describeAmountAttack({ database: 'sqlite', mirrors: ['sqlite', 'folder'], lines: 3, oldSlips: 1 });
