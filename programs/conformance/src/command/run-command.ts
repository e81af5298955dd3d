import { stat, writeFile } from 'node:fs/promises';
import { CliError, callerPath, fileError, ProgressLine, readObject, remark, table } from '@trading-platform/terminal';
import { MessageReceiver } from '../http/message-receiver.js';
import { Operator } from '../prepare/operator.js';
import { prepareMarket } from '../prepare/prepared-market.js';
import { writeMarket } from '../prepare/write-market.js';
import type { Target } from '../probe/account.js';
import { forPeople } from '../report/for-people.js';
import { html } from '../report/html.js';
import { junit } from '../report/junit.js';
import type { ConformanceReport } from '../report/report.js';
import { listRequirements, runConformance } from '../run/run-conformance.js';
import type { CommandOptions, ReportFormat } from './options.js';
import { readTarget, type TargetFile } from './read-target.js';

const writers: Readonly<Record<ReportFormat, (report: ConformanceReport) => string>> = {
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  junit,
  html,
};

/**
 * Judges the deployment that the command line names, and prints the result.
 *
 * @throws CliError `refused` if the deployment does not conform, `usage` or `input` if it could not be judged
 */
export async function runCommand(options: CommandOptions): Promise<void> {
  if (options.list === true) return void process.stdout.write(`${requirementList(options)}\n`);
  const file = options.credentials === undefined ? {} : await readCredentials(options.credentials);
  const prepared = await prepare(readTarget(file, options), options.prepare);
  try {
    if (prepared.target.accounts.head === undefined) {
      throw new CliError(
        'usage',
        'Give a client and a user with --credentials, or the command that makes them with --prepare',
      );
    }
    await judgeWithReceiver(prepared.target, options);
  } finally {
    await prepared.remove();
  }
}

/** Listens for messages of the deployment, if it can reach the kit. */
async function judgeWithReceiver(target: Target, options: CommandOptions): Promise<void> {
  const { receiver: publicUrl, receiverPort } = options;
  if (publicUrl === undefined) {
    if (receiverPort !== undefined) throw new CliError('usage', 'Give the address of the port with --receiver');
    return judge(target, options);
  }
  const port =
    receiverPort ?? Number(new URL(publicUrl).port || { 'http:': 80, 'https:': 443 }[new URL(publicUrl).protocol]);
  const receiver = await MessageReceiver.start({ publicUrl, port }).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(
      'usage',
      `The kit cannot listen on port ${port} (${error.code ?? error.message}): name another with --receiver-port`,
    );
  });
  try {
    await judge({ ...target, receiver }, options);
  } finally {
    await receiver.stop();
  }
}

async function judge(target: Target, options: CommandOptions): Promise<void> {
  const progress = new ProgressLine(process.stderr);
  let judged = 0;
  const report = await runConformance({
    target,
    ...(options.group.length === 0 ? {} : { groups: options.group }),
    ...(options.only.length === 0 ? {} : { only: options.only }),
    onResult: () => progress.show(undefined, (judged += 1), 'requirements'),
  });
  progress.clear();
  process.stdout.write(`${forPeople(report)}\n`);
  for (const { format, file } of options.report) await writeReport(file, writers[format](report));
  if (!report.conforms) throw new CliError('refused', 'The deployment does not conform to the contract');
}

/**
 * Uses a command to load the kit's market and to create accounts. Uses a folder only to write the files of the market.
 */
async function prepare(
  target: Target,
  where: string | undefined,
): Promise<{ readonly target: Target; readonly remove: () => Promise<void> }> {
  if (where === undefined) return { target, remove: async () => undefined };
  if (await isFolder(where)) {
    await writeMarket(callerPath(where));
    if (target.isPrepared) return { target, remove: async () => undefined };
    throw new CliError(
      'usage',
      `The market is in ${where}: load each file (tpctl import KIND FILE, members first), then name accounts of its members in the credentials file`,
    );
  }
  remark('Loading the market of the kit …');
  const { remove, ...prepared } = await prepareMarket(new Operator(where).run);
  return { target: { ...target, ...prepared, isPrepared: true }, remove };
}

async function isFolder(where: string): Promise<boolean> {
  if (where.endsWith('/')) return true;
  return stat(callerPath(where)).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
}

async function readCredentials(file: string): Promise<TargetFile> {
  return readObject(file);
}

async function writeReport(file: string, text: string): Promise<void> {
  await writeFile(callerPath(file), text).catch((error: unknown) => {
    throw fileError(file, error);
  });
}

function requirementList({ group, only }: CommandOptions): string {
  const chosen = listRequirements().filter(
    (requirement) =>
      (group.length === 0 || group.includes(requirement.group)) && (only.length === 0 || only.includes(requirement.id)),
  );
  return table(chosen.map(({ id, source, says }) => [id, source.replace('open-points: ', ''), says]));
}
