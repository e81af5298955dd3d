import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { globalAgent } from 'node:https';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { launchBrowser } from '@trading-platform/browser/launch-browser';
import { PlatformClient, type PlatformError } from '@trading-platform/client';
import { nodeFetch } from '@trading-platform/client/node';
import { exampleSurvival } from '@trading-platform/portal/example-survival';
import { SandboxFront, type Scenario, type ScenarioResult, scenarios } from '@trading-platform/sandbox';
import type { ApiCaller } from '../src/api-caller.js';
import type { VisitorOptions } from '../src/browser/page-visitor.js';
import { noProblems, PortalVisitor } from '../src/browser/portal-visitor.js';
import { CallerFolder } from '../src/caller-folder.js';
import type { DemoMarket } from '../src/demo-market.js';
import type { DescribeFlow } from '../src/describe-platform.js';
import type { Platform } from '../src/platform.js';
import { exampleCommand, installTp, integrationCommand, runExample, variablesOf } from '../src/portal-examples.js';
import { programs } from '../src/programs.js';
import { seeded } from '../src/seeded.js';

export interface SandboxTest {
  /** Which of our own clients are tried. */
  readonly clients: readonly (keyof typeof own)[];
  /** The programs of the guide that are tried. */
  readonly examples: readonly string[];
  /**
   * The number of scenarios for each of these programs. Each program survives half of the scenarios. The SDK gets all
   * scenarios.
   */
  readonly scenariosEach: number;
  /** The number of scenarios for `tp download` and `tp sync`, which use the SDK. */
  readonly scenariosOfTp: number;
  /**
   * The number of scenarios for the SDK example in the guide. The example survives all scenarios. With 0 it is not
   * tried.
   */
  readonly scenariosOfRobust: number;
  /** Whether the pages are shown in a browser. */
  readonly looksAtPages: boolean;
  /** This seed decides which scenarios are chosen and how they proceed. */
  readonly seed: number;
  readonly timeoutMs?: number;
}

/** The appearances of the pages: wide and narrow, light and dark, in both languages. */
const looks: readonly (readonly [VisitorOptions, string])[] = [
  [{}, '/'],
  [{ language: 'ja', width: 360, dark: true }, '/'],
  [{ dark: true }, '/recorder'],
  [{ language: 'ja', width: 360 }, '/recorder?choice=lost-answer%3Brun%3Dshown'],
];
const run = promisify(execFile);
const parallel = '6';
const mostTries = 3;
const tp = [process.execPath, programs.tp];

/** Programs that must survive every scenario, with the files that they write. */
const own = {
  'tp download': [() => [...tp, 'download', 'master', '--out', '{scenario}.ndjson'], '{scenario}.ndjson'],
  "the guide's Python": [
    () => [...integrationCommand(), 'download', 'master', '{scenario}-py.ndjson'],
    '{scenario}-py.ndjson',
  ],
  'tp sync': [() => [...tp, 'sync', 'master', '--to', 'copy-{scenario}/'], 'copy-{scenario}/master.ndjson'],
} as const;
/** The SDK example in the guide. The example must survive all scenarios. */
const [, robust = ''] = exampleCommand('robust-sdk.mjs');

/**
 * Tests our own clients and the guide's programs against real services that a sandbox disturbs in each scenario.
 *
 * @param loaded the market whose master is downloaded
 */
export function describeSandbox(
  flow: DescribeFlow,
  platform: () => Platform,
  loaded: () => DemoMarket,
  { clients, examples, scenariosEach, scenariosOfTp, scenariosOfRobust, looksAtPages, seed, timeoutMs }: SandboxTest,
): void {
  const names = scenarios.map(({ name }) => name);
  const random = seeded(seed);
  const some = (count: number, of = names) => of.toSorted(() => random() - 0.5).slice(0, count);

  describe('the sandbox', () => {
    let front: SandboxFront;
    let caller: ApiCaller;
    let place: CallerFolder;

    beforeAll(async () => {
      caller = await platform().caller(loaded().headOffice);
      front = await SandboxFront.start(platform());
      place = await CallerFolder.make(front.addresses(), caller.credentials);
    });

    afterAll(async () => {
      // The HTTP agent is not closed here, because other tests in this process use it.
      delete globalAgent.options.ca;
      await place?.remove();
      await front?.stop();
    });

    /** Runs a program through scenarios and returns the problems in each scenario. */
    async function check(only: readonly string[], command: readonly string[], out: string | undefined) {
      const how = ['--credentials', 'caller.json', '--sandbox', front.url, '--seed', String(seed), '--json'];
      const files = out === undefined ? [] : ['--out', out];
      const limits = ['--parallel', parallel, '--timeout', '10m'];
      const args = [...how, '--only', only.join(','), ...limits, ...files, '--', ...command];
      const { output, errors } = await place.tp('sandbox', 'check', ...args);
      if (output === '') throw new Error(errors);
      return (JSON.parse(output) as { results: ScenarioResult[] }).results;
    }

    if (looksAtPages) {
      // This flow comes first, because the recorder lists the calls of all runs.
      flow(
        'has pages within their policy and their window, readable for everybody',
        async () => {
          for (const choice of ['lost-answer;run=shown', 'throttled;run=other']) {
            await downloadAll(new PlatformClient({ ...caller.credentials, ...front.addresses(choice) }));
          }
          const browser = await launchBrowser();
          try {
            for (const [options, path] of looks) {
              const visitor = await PortalVisitor.arrive(browser, [front.url], options);
              expect(await visitor.open(front.url + path)).toBe(200);
              for (const call of await visitor.page.locator('summary').all()) await call.click();
              expect([path, await visitor.problems()]).toEqual([path, noProblems]);
              await visitor.leave();
            }
            const visitor = await PortalVisitor.arrive(browser, [front.url], { scripts: false, width: 360 });
            await visitor.open(front.url);
            await visitor.page.getByLabel('client_id').fill('erp');
            await visitor.page.getByLabel('Scenario').selectOption('throttled');
            await visitor.page.getByRole('button', { name: 'Choose' }).click();
            await visitor.page.getByText('throttled;run=client-erp').waitFor();
            await visitor.page.getByRole('button', { name: 'End' }).click();
            await visitor.page.getByText('No client has a scenario at present.').waitFor();
            expect(visitor.violations).toEqual([]);
            await visitor.leave();
          } finally {
            await browser.close();
          }
        },
        timeoutMs,
      );
    }

    flow(
      'is survived by a program with the SDK in every scenario',
      async () => {
        globalAgent.options.ca = front.certificate;
        const aClient = (choice: string, line: 'plain' | 'tls') =>
          new PlatformClient({ ...caller.credentials, ...front.addresses(choice, line), fetch: nodeFetch });
        const expected = (await downloadAll(aClient('calm', 'plain'))).map(withoutBatch);
        expect(expected.length).toBeGreaterThan(40);
        const outcomes = await Promise.all(
          scenarios.map(async ({ name, needsTls }) => {
            const choice = `${name};seed=${seed};run=sdk`;
            const got = await downloadAll(aClient(choice, needsTls ? 'tls' : 'plain')).catch(
              (error: PlatformError) => error,
            );
            const facts = front.run(choice);
            return { name, got: Array.isArray(got) ? got.map(withoutBatch) : got.code, facts };
          }),
        );
        for (const { name, got } of outcomes) expect([name, got]).toEqual([name, wantedOf(scenarioOf(name), expected)]);
        const idle = outcomes.filter(({ facts }) => (facts?.disturbed ?? 0) === 0).map(({ name }) => name);
        expect(idle).toEqual(['calm']);
        expect(outcomes.filter(({ facts }) => facts?.doubledRequests !== 0).map(({ name }) => name)).toEqual([]);
      },
      timeoutMs,
    );

    for (const name of clients) {
      const [command, out] = own[name];
      flow(
        `is survived by ${name} in the scenarios`,
        async () => {
          const tried = some(scenariosOfTp);
          expectAllPassed(tried, await check(tried, command(), out));
        },
        timeoutMs,
      );
    }

    if (scenariosOfRobust > 0)
      flow(
        "is survived by the guide's example of the SDK in the scenarios, with the command of the guide",
        async () => {
          const tried = some(scenariosOfRobust);
          await installTp(place.folder, JSON.parse(await place.read('caller.json')) as object, tried);
          await writeFile(
            place.path('my-client.mjs'),
            `await import(${JSON.stringify(pathToFileURL(robust).href)});\n`,
          );
          const ended = await runExample('tp-sandbox.sh', place.folder, { TP_SANDBOX_URL: front.url });
          expect([ended.code, ended.output + ended.errors]).toEqual([0, expect.stringContaining(tried[0] ?? 'none')]);
        },
        timeoutMs,
      );

    if (clients.includes("the guide's Python")) {
      flow(
        "runs the guide's Python program three times with shared tokens, and lets it continue after a kill",
        async () => {
          const choice = 'calm;run=python';
          const environment = {
            ...process.env,
            ...variablesOf({ addresses: front.addresses(choice), credentials: caller.credentials }),
          };
          const python = (file: string) => {
            const [program, ...args] = integrationCommand();
            return run(program, [...args, 'download', 'master', file], { cwd: place.folder, env: environment });
          };
          await Promise.all(['one', 'two', 'three'].map(python));
          const kinds = front.recorder.calls(choice).map(({ kind }) => kind);
          expect(kinds.filter((kind) => kind === 'login' || kind === 'reissue')).toEqual(['login']);

          const whole = await place.read('one');
          const [first = '', second = ''] = whole.split('\n');
          const { batch_id } = JSON.parse(first) as { batch_id: string };
          // A killed run has written half a record after its last safe place.
          await writeFile(place.path('one.part'), `${first}\n${second.slice(0, 40)}`);
          const bytes = Buffer.byteLength(first) + 1;
          await writeFile(place.path('one.part.json'), JSON.stringify({ kind: 'master', batch_id, records: 1, bytes }));
          await rm(place.path('one'));
          await python('one');
          expect(await place.read('one')).toBe(whole);
          const requests = front.recorder.calls(choice).filter(({ kind }) => kind === 'request');
          expect(requests).toHaveLength(3);
        },
        timeoutMs,
      );
    }

    for (const example of examples) {
      const survived = exampleSurvival[example] ?? [];
      flow(
        `treats ${example} of the guide as the guide describes`,
        async () => {
          const folder = join(place.folder, example);
          const command = ['sh', '-c', 'mkdir -p "$0" && cd "$0" && exec "$@"', `${folder}/{scenario}`];
          const lost = names.filter((name) => !survived.includes(name));
          const results = await check(
            [survived, lost].flatMap((each) => some(scenariosEach / 2, [...each])),
            [...command, ...exampleCommand(example)],
            `${folder}/{scenario}/master.json`,
          );
          const tried = results.map(({ scenario }) => scenario);
          const passed = results.filter((result) => result.passed).map(({ scenario }) => scenario);
          expect(passed).toEqual(tried.filter((scenario) => survived.includes(scenario)));
        },
        timeoutMs,
      );
    }
  });
}

function expectAllPassed(tried: readonly string[], results: readonly ScenarioResult[]): void {
  expect(results.map(({ scenario }) => scenario).toSorted()).toEqual(tried.toSorted());
  expect(results.filter(({ passed }) => !passed)).toEqual([]);
}

function scenarioOf(name: string): Scenario {
  return scenarios.find((scenario) => scenario.name === name) as Scenario;
}

/**
 * Returns the records that a correct program has at the end. After an aborted batch, the program may have no records.
 */
function wantedOf({ outcome }: Scenario, expected: readonly object[]): unknown {
  if (outcome === 'no records') return [];
  return outcome === 'all records' ? expected : 'batch-aborted';
}

/** Starts the download again if its batch ends before the last record was read. */
async function downloadAll(client: PlatformClient, tries = 1): Promise<{ batch_id: string; create_date: string }[]> {
  try {
    return await client.master.download({}).toArray();
  } catch (error) {
    if ((error as PlatformError).errorCode !== 'E000009' || tries === mostTries) throw error;
    return downloadAll(client, tries + 1);
  }
}

function withoutBatch({ batch_id: _batch, create_date: _date, ...record }: { batch_id: string; create_date: string }) {
  return record;
}
