import { describeShortTurns } from './largest-bodies.js';

/** Reading such a body on the event loop takes longer. The goal is 50 ms, which the long test judges. */
describeShortTurns(250);
