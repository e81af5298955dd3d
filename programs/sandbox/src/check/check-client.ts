import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { RunFacts } from '../calls/run.js';
import { addressesAt, type SandboxAddresses } from '../front/address.js';
import { choiceText } from '../scenarios/choice.js';
import type { Outcome, Scenario } from '../scenarios/scenario.js';
import { scenarioOf } from '../scenarios/scenarios.js';
import { type Comparison, compareRecords, type KeyOf } from './compare-records.js';
import { readRecords, UnreadableOutput, type WrittenRecord } from './read-records.js';
import { type ProgramEnd, runProgram } from './run-program.js';
import { askSandbox, runFacts, type SandboxFacts } from './sandbox-calls.js';

/** A program to check, and its expected output. */
export interface ClientCheck {
  /** Address of a running sandbox. */
  readonly sandbox: string;
  /** `{scenario}` in an argument is replaced by the name of the scenario. */
  readonly command: readonly [program: string, ...args: string[]];
  /** Variables added to the environment of the program: addresses and credentials. */
  readonly environment: (addresses: SandboxAddresses) => Readonly<Record<string, string>>;
  /** The records of an undisturbed download. */
  readonly expected: readonly WrittenRecord[];
  readonly keyOf: KeyOf;
  /** Names of scenarios. Default: all. */
  readonly only?: readonly string[] | undefined;
  /** Default 1. */
  readonly seed?: number | undefined;
  /**
   * The output file of the program, removed before each run; `{scenario}` is replaced in it too. Default: its standard
   * output.
   */
  readonly out?: string | undefined;
  /** The working folder of the program. Default: the folder of this process. */
  readonly folder?: string | undefined;
  /** The program is ended after this time. Default 60000. */
  readonly timeoutMs?: number | undefined;
  /** Programs that run at the same time. Default 1. */
  readonly parallel?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The result of one scenario. */
export interface ScenarioResult {
  readonly scenario: string;
  readonly passed: boolean;
  /** One sentence for each problem: lost or repeated records, or giving up too early. */
  readonly problems: readonly string[];
  /** Noteworthy facts that are not failures. */
  readonly remarks: readonly string[];
  /** Undefined if the output cannot be read. */
  readonly records: Comparison | undefined;
  readonly exitCode: number | null;
  readonly calls: number;
  /** Number of disturbed calls. */
  readonly disturbed: number;
  readonly seconds: number;
}

const defaultTimeoutMs = 60_000;

/**
 * Runs a program through scenarios, and compares its output with the expected records.
 *
 * @returns the results in the order of the scenarios, each as soon as it is known
 * @throws SandboxError if no sandbox answers, RangeError for an unknown scenario
 */
export async function* checkClient(check: ClientCheck): AsyncGenerator<ScenarioResult, void, undefined> {
  const facts = await askSandbox(check.sandbox);
  const names = check.only ?? facts.scenarios;
  const unknown = names.filter((name) => !facts.scenarios.includes(name));
  if (unknown.length > 0) {
    throw new RangeError(
      `The sandbox has no scenario ${unknown.join(', ')}: choose from ${facts.scenarios.join(', ')}`,
    );
  }
  const place = await mkdtemp(join(tmpdir(), 'trading-platform-sandbox-'));
  try {
    await writeFile(join(place, 'certificate.pem'), facts.certificate);
    const run = new CheckRun(check, facts, join(place, 'certificate.pem'));
    const underWay: Promise<ScenarioResult>[] = [];
    const { parallel = 1 } = check;
    let next = 0;
    const start = () => {
      for (; underWay.length < parallel && next < names.length; next++) {
        const result = run.through(scenarioOf(names[next] as string) as Scenario);
        // The error is reported when this result is due.
        result.catch(() => undefined);
        underWay.push(result);
      }
    };
    for (start(); underWay.length > 0; start()) yield await (underWay.shift() as Promise<ScenarioResult>);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** One check of one program. Its runs are separate from all others. */
class CheckRun {
  readonly #check: ClientCheck;
  readonly #facts: SandboxFacts;
  readonly #certificatePath: string;
  readonly #run = `check-${randomBytes(6).toString('hex')}`;

  constructor(check: ClientCheck, facts: SandboxFacts, certificatePath: string) {
    this.#check = check;
    this.#facts = facts;
    this.#certificatePath = certificatePath;
  }

  async through(scenario: Scenario): Promise<ScenarioResult> {
    const { seed = 1, environment, folder = process.cwd(), timeoutMs = defaultTimeoutMs, signal } = this.#check;
    const named = (text: string) => text.replaceAll('{scenario}', scenario.name);
    const choice = { scenario, seed, run: this.#run };
    const { url, tlsUrl } = this.#facts;
    const addresses = addressesAt(scenario.needsTls ? tlsUrl : url, choice);
    const out = this.#check.out === undefined ? undefined : resolve(folder, named(this.#check.out));
    if (out !== undefined) await rm(out, { force: true });
    const began = performance.now();
    const [program, ...args] = this.#check.command;
    const end = await runProgram({
      command: [program, ...args.map(named)],
      folder,
      environment: { ...process.env, ...this.#trust(scenario), ...environment(addresses) },
      timeoutMs,
      signal,
    });
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    const text = out === undefined ? end.output : await readFile(out, 'utf8').catch(() => '');
    const seen = await runFacts(url, choiceText(choice));
    return { scenario: scenario.name, ...this.#judged(scenario, end, text, seen), ...numbersOf(end, seen), seconds };
  }

  /** Environment variables by which common runtimes trust a certificate. */
  #trust({ needsTls }: Scenario): Readonly<Record<string, string>> {
    if (!needsTls) return {};
    const variables = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'CURL_CA_BUNDLE', 'REQUESTS_CA_BUNDLE'];
    return Object.fromEntries(variables.map((name) => [name, this.#certificatePath]));
  }

  #judged(
    { outcome, name }: Scenario,
    end: ProgramEnd,
    text: string,
    seen: RunFacts | undefined,
  ): Pick<ScenarioResult, 'passed' | 'problems' | 'remarks' | 'records'> {
    const remarks = remarksOn(name, seen);
    const problems = problemsOfEnd(end, outcome, this.#check.timeoutMs ?? defaultTimeoutMs);
    if (seen === undefined) {
      problems.push('It has not called the sandbox: it must read the addresses from its environment');
    }
    if (problems.length > 0 || end.code !== 0) {
      return { passed: problems.length === 0, problems, remarks, records: this.#compared(text, outcome, []) };
    }
    const records = this.#compared(text, outcome, problems);
    if (records !== undefined) problems.push(...problemsOf(records));
    return { passed: problems.length === 0, problems, remarks, records };
  }

  #compared(text: string, outcome: Outcome, problems: string[]): Comparison | undefined {
    const { expected, keyOf } = this.#check;
    try {
      return compareRecords(outcome === 'no records' ? [] : expected, readRecords(text), keyOf);
    } catch (error) {
      if (!(error instanceof UnreadableOutput)) throw error;
      problems.push(`Its output cannot be read: ${error.message}`);
      return undefined;
    }
  }
}

function numbersOf({ code }: ProgramEnd, seen: RunFacts | undefined) {
  return { exitCode: code, calls: seen?.calls ?? 0, disturbed: seen?.disturbed ?? 0 };
}

function problemsOfEnd({ code, isTooLate, lastError }: ProgramEnd, outcome: Outcome, timeoutMs: number): string[] {
  if (isTooLate) return [`It had not ended after ${timeoutMs / 1_000} s`];
  if (code === 0 || (outcome === 'all records or a failure' && code !== null)) return [];
  const said = lastError === '' ? '' : `: ${lastError.slice(0, 300)}`;
  return [`It gave up with ${code === null ? 'a signal' : `exit code ${code}`}${said}`];
}

function few(count: number): string {
  return `${count} record${count === 1 ? '' : 's'}`;
}

function problemsOf({ lost, doubled, changed, foreign, expected, written }: Comparison): string[] {
  return [
    ...(lost > 0 ? [`It lost ${few(lost)} of ${expected} and ended as if it had succeeded`] : []),
    ...(doubled > 0 ? [`It wrote ${few(doubled)} twice`] : []),
    ...(changed > 0 ? [`It wrote ${few(changed)} with other values than the platform has`] : []),
    ...(foreign > 0 ? [`It wrote ${few(foreign)} of ${written} that should not be there`] : []),
  ];
}

function remarksOn(name: string, seen: RunFacts | undefined): string[] {
  if (seen === undefined) return [];
  const isUntouched = name !== 'calm' && name !== 'clock-off' && seen.disturbed === 0;
  return [
    ...(isUntouched ? ['None of its calls was disturbed: it makes no call that this scenario affects'] : []),
    ...(seen.doubledRequests > 0
      ? [
          `It repeated ${seen.doubledRequests} request(s) without an Idempotency-Key, and so made more batches than it needed`,
        ]
      : []),
  ];
}
