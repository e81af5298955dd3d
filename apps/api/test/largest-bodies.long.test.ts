import { describeBoundedMemory, describeShortTurns } from './largest-bodies.js';

describeShortTurns(50);
describeBoundedMemory();
