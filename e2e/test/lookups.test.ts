import { describeLookups } from './lookups.js';

// The zone is almost a day behind Japan. In the long test it is ahead of Japan.
describeLookups('sqlite', 'America/Los_Angeles');
