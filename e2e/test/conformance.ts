import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type ConformanceReport,
  MessageReceiver,
  type PreparedMarket,
  prepareMarket,
  runConformance,
  type Target,
} from '@trading-platform/conformance';
import { judgeMutants, listMutants, type Mutant } from '@trading-platform/conformance/mutants';
import { Platform, type PlatformOptions } from '../src/platform.js';

const startTimeoutMs = 300_000;
const runTimeoutMs = 1_200_000;
/** Time limits of a few seconds are multiplied by this while other suites run. */
const patience = 20;

/**
 * All mutants guess wrong passwords from one address and send wrong secrets of one client, so the limits for guesses
 * are raised.
 */
const manyGuesses = {
  FAILURES_PER_ADDRESS: '1000000',
  FAILURES_PER_CLIENT: '1000000',
  FAILURES_PER_USER_AND_DAY_FROM_KNOWN_PLACES: '1000000',
};

/** The checks sign in at the same time. No sign-in waits for another one, because a wait of 5 seconds is refused. */
const manySignIns = { PASSWORD_HASHES_AT_ONCE: '32' };

/** The client of the kit's accounts may use the device flow. */
const devices = { DEVICE_FLOW: 'true' };

/** The kit's receiver is a program on the same machine as the services. */
const localReceivers = { EVENT_ADDRESSES: '127.0.0.0/8', EVENT_ALLOW_HTTP: '1' };

/** A platform with the market of the conformance kit. The platform runs as long as the suite. */
export interface JudgedPlatform {
  readonly platform: Platform;
  readonly market: PreparedMarket;
  readonly target: Target;
}

/** Declares a suite on a platform with the kit's market. */
export function describeJudged(
  name: string,
  database: PlatformOptions['database'],
  block: (judged: () => JudgedPlatform) => void,
): void {
  describe(`${name} on ${database}`, () => {
    let judged: JudgedPlatform | undefined;
    let receiver: MessageReceiver | undefined;
    const running = () => {
      if (judged === undefined) throw new Error('The platform did not start');
      return judged;
    };
    beforeAll(async () => {
      const settings = { ...manyGuesses, ...manySignIns, ...localReceivers, ...devices };
      const platform = await Platform.start({ database, settings });
      receiver = await MessageReceiver.start();
      const market = await prepareMarket((parameters, input) => platform.operate(parameters, input));
      const target = {
        apiUrl: `${platform.apiUrl}/ordApi/order`,
        authUrl: platform.authUrl,
        idpSegment: 'idp',
        accounts: market.accounts,
        otherClient: market.otherClient,
        serviceAccount: market.serviceAccount,
        limitedClient: market.limitedClient,
        isPrepared: true,
        receiver,
      };
      judged = { platform, market, target };
    }, startTimeoutMs);
    afterAll(async () => {
      await Promise.all([judged?.platform.stop(), receiver?.stop()]);
    }, startTimeoutMs);
    block(running);
  });
}

/** Expects that every requirement is judged and passes. */
export function itConforms(
  judged: () => JudgedPlatform,
  onReport: (report: ConformanceReport) => void = () => undefined,
): void {
  it(
    'conforms to every requirement of the kit',
    async () => {
      const report = await runConformance({ target: { ...judged().target, patience } });
      onReport(report);
      expect(report.results.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    },
    runTimeoutMs,
  );
}

/** Expects that each mutant is noticed by every requirement that must notice it. */
export function itNotices(judged: () => JudgedPlatform, which: string, mutants: readonly Mutant[]): void {
  it(
    `notices ${which}`,
    async () => {
      expect(await judgeMutants(mutants, judged().target)).toEqual([]);
    },
    runTimeoutMs,
  );
}

export { listMutants };
