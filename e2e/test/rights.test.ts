import { describeRights } from './rights.js';

describeRights({ rounds: 1, isTimed: false });
