import { describeShortTurns } from './largest-bodies.js';

/** Reading these bodies takes more time than reading any other body. */
const costly = [
  'nested arrays',
  'as many unknown names as are read',
  'lists of codes in objects of their own with unknown fields',
  'long remarks',
];

/**
 * Reading such a body in the main thread would block the event loop for more milliseconds than this limit. The goal is 50 ms, and
 * the long test checks this goal for all bodies.
 */
describeShortTurns(250, costly);
