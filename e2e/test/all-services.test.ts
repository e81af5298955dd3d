import { describeConsolePlatform } from '../src/describe-platform.js';
import { describeBodies } from './attacks/bodies.js';
import { describeConsole } from './console.js';
import { describeObservability } from './observability.js';
import { describeServiceEnds } from './service-ends.js';

/** The metrics come first, because they are read before the first call, and the ends come last. */
describeConsolePlatform('all services', { database: 'sqlite' }, (flow, platform) => {
  describeObservability(platform);
  describeConsole(platform, { isWhole: false });
  describeBodies(platform);
  describeServiceEnds(flow);
});
