import { describeRights } from './rights.js';

describeRights({ rounds: 5, isTimed: true });
