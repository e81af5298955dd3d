import { describeConsolePlatform } from '../src/describe-platform.js';
import { describeConsole } from './console.js';

describeConsolePlatform('a platform with a console', { database: 'sqlite' }, (_flow, platform) =>
  describeConsole(platform, { isWhole: true }),
);
