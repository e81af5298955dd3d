import { downloads } from '@trading-platform/domain-types';
import { examples, readCount } from '@trading-platform/terminal';
import { type Command, Option } from 'commander';
import { addConnectOptions } from './access/connect-options.js';
import type { SandboxCheckOptions } from './commands/sandbox.js';
import { collectList } from './filters/filters.js';
import { readInterval } from './sync/read-interval.js';

const defaultSandbox = 'http://localhost:4010';

/** `tp sandbox …` */
export function defineSandboxCommand(program: Command): void {
  const sandbox = program
    .command('sandbox')
    .description('Works with a sandbox: the real platform behind a front that misbehaves on purpose.');
  addConnectOptions(sandbox.command('check'))
    .description(
      'Runs your program through the scenarios of a sandbox, and reports lost and repeated records and runs that gave up too early. The program ' +
        'gets addresses and credentials in its environment, by the names of the SDK (TRADING_PLATFORM_AUTH_URL, …) and of the guide ' +
        '(AUTH_URL, …), and writes its records as NDJSON, JSON or CSV. In its arguments, {scenario} is the name of the scenario.',
    )
    .argument('<program...>', 'program to run with its arguments, after --')
    .addOption(new Option('--sandbox <url>', 'a running sandbox').env('TP_SANDBOX_URL').default(defaultSandbox))
    .option('--only <scenarios>', 'names of scenarios, separated by commas', collectList)
    .option('--seed <number>', 'number that varies the course of the scenarios', readCount, 1)
    .addOption(
      new Option('--kind <name>', 'kind of records that the program downloads')
        .choices(Object.keys(downloads))
        .default('master'),
    )
    .option('--filter <file>', 'JSON file with the fields of the request that the program sends')
    .option('--out <file>', 'file that the program writes, removed before each run (default: its standard output)')
    .option('--timeout <time>', 'maximum time of one run of the program, such as 30s or 5m', readInterval, 60_000)
    .option(
      '--parallel <number>',
      'programs that run at the same time; the names of their files need {scenario}',
      readCount,
      1,
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'tp sandbox check --credentials data/demo.json -- node my-client.mjs',
        'tp sandbox check --credentials data/demo.json --only throttled,lost-answer --out master.json -- sh start.sh',
        'tp sandbox check --credentials data/demo.json -- tp download master',
      ),
    )
    .action(async (command: [string, ...string[]], options: SandboxCheckOptions) =>
      (await import('./commands/sandbox.js')).checkInSandbox(command, options),
    );
}
