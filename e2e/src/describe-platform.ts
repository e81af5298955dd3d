import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { kindOf, Platform, type PlatformOptions } from './platform.js';

/**
 * Declares one flow, which is a test of several steps. If a flow fails, the message contains the last log lines of the
 * services.
 */
export type DescribeFlow = (sentence: string, flow: (platform: Platform) => Promise<void>, timeoutMs?: number) => void;

/** Declares a suite that has its own platform. The platform runs as long as the suite. */
export function describePlatform(
  name: string,
  options: PlatformOptions,
  block: (flow: DescribeFlow, platform: () => Platform) => void,
): void {
  describe(`${name} on ${kindOf(options) === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`, () => {
    let platform: Platform | undefined;
    const running = () => {
      if (platform === undefined) throw new Error('The platform did not start');
      return platform;
    };
    beforeAll(async () => {
      platform = await Platform.start(options);
    });
    afterAll(() => platform?.stop());
    block(
      // oxlint-disable-next-line jest/expect-expect, jest/valid-title -- each flow brings its own sentence and assertions
      (sentence, flow, timeoutMs) => it(sentence, () => explained(running(), flow), timeoutMs),
      running,
    );
  });
}

/** Declares a suite that has its own platform with a console. */
export function describeConsolePlatform(
  name: string,
  options: PlatformOptions,
  block: (flow: DescribeFlow, platform: () => Platform) => void,
): void {
  describePlatform(name, options, (flow, platform) => {
    beforeAll(async () => {
      await platform().startService('console', { settings: await platform().consoleSettings() });
    });
    block(flow, platform);
  });
}

async function explained(platform: Platform, flow: (platform: Platform) => Promise<void>): Promise<void> {
  try {
    await flow(platform);
  } catch (error) {
    if (error instanceof Error) error.message += `\n\n${platform.logTail()}`;
    throw error;
  }
}
