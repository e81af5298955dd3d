export { linesOf } from './lines.js';
export { readRecords } from './read-records.js';
