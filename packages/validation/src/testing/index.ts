export { type LargestBody, largestBodies, largestBodyBytes, largestUploads } from './largest-bodies.js';
