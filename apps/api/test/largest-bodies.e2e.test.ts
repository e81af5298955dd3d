import { describeShortTurns } from './largest-bodies.js';

/** These bodies need most work of all. */
const costly = [
  'nested arrays',
  'as many unknown names as are read',
  'lists of codes in objects of their own with unknown fields',
  'long remarks',
];

/** Reading such a body on the event loop takes longer. The goal is 50 ms, which the long test judges for all bodies. */
describeShortTurns(250, costly);
