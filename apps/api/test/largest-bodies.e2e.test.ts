import { describeShortTurns } from './largest-bodies.js';

/** Bodies of each form that takes much time to read. */
const costly = ['nested arrays', 'lists of codes in objects of their own with unknown fields', 'long remarks'];

/**
 * If one of these bodies were read in the main thread, this would take longer than 250 ms. The long test sends all bodies, and
 * allows 50 ms.
 */
describeShortTurns(250, costly);
