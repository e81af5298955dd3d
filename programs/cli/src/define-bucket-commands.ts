import { examples } from '@trading-platform/terminal';
import type { Command } from 'commander';

interface Json {
  readonly json?: true;
}

/** `tpctl bucket …`. */
export function defineBucketCommands(program: Command): void {
  const bucket = program
    .command('bucket')
    .summary('Whose the bucket of batches is.')
    .description(
      'Whose the prefix is that BATCH_SEGMENTS names: that of one batch database, as the object platform.json under it says. A ' +
        'worker that starts makes a prefix of nobody its own; services refuse to start with a prefix of another database, and ' +
        'remove nothing there. Needs the settings of a worker: BATCH_SEGMENTS and AWS_… as well.',
    );
  bucket
    .command('show')
    .description('Tells which database the prefix belongs to, and which one this is.')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tpctl bucket show', 'tpctl bucket show --json'))
    .action(async (options: Json) => (await commands()).showBucket(options));
  bucket
    .command('take')
    .description(
      'Makes the prefix that of this database, whosever it was, and mends an object platform.json that is damaged. Stop the ' +
        'services of the other database first, for good: what is under the prefix and not in this database is removed a day later.',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tpctl bucket take', 'tpctl bucket take --json'))
    .action(async (options: Json) => (await commands()).takeBucket(options));
  bucket
    .command('leave')
    .description(
      'For a copy of a platform: gives this database an identity of its own, so that its services refuse the prefix of the ' +
        'platform that it was copied from. Nothing changes in the bucket. Stop the services of this database first.',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tpctl bucket leave', 'tpctl bucket leave --json'))
    .action(async (options: Json) => (await commands()).leaveBucket(options));
}

const commands = () => import('./commands/bucket.js');
