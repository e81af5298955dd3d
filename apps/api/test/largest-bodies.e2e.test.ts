import { describeShortTurns } from './largest-bodies.js';

/** Reading these bodies takes more time than reading any other body. */
const costly = [
  'nested arrays',
  'as many unknown names as are read',
  'lists of codes in objects of their own with unknown fields',
  'long remarks',
];

/**
 * In the main thread, reading each of these bodies would take more milliseconds than this limit. The long test requires 50 ms for
 * all bodies.
 */
describeShortTurns(250, costly);
