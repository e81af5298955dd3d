import { examples } from '@trading-platform/terminal';
import type { Command } from 'commander';

interface Json {
  readonly json?: true;
}

export function defineBucketCommands(program: Command): void {
  const bucket = program
    .command('bucket')
    .summary('Shows or changes the owner of the batch bucket.')
    .description(
      'Shows or changes the owner of the prefix in BATCH_SEGMENTS. A prefix belongs to one batch database. The object platform.json in the prefix names this database. A ' +
        'starting worker takes a prefix without an owner. Services refuse to start with a prefix of another database, and ' +
        'remove nothing there. These commands need the settings of a worker, with BATCH_SEGMENTS and AWS_….',
    );
  bucket
    .command('show')
    .description('Shows the database that owns the prefix, and the identity of this one.')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tpctl bucket show', 'tpctl bucket show --json'))
    .action(async (options: Json) => (await commands()).showBucket(options));
  bucket
    .command('take')
    .description(
      'Makes this database the owner of the prefix, and repairs a damaged object platform.json. First stop the ' +
        'services of the other database for good: one day later, objects that this database does not know are removed from the prefix.',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tpctl bucket take', 'tpctl bucket take --json'))
    .action(async (options: Json) => (await commands()).takeBucket(options));
  bucket
    .command('leave')
    .description(
      'For a copy of a platform: gives this database its own identity, so that its services refuse the prefix of the ' +
        'original platform. Nothing changes in the bucket. Stop the services of this database first.',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tpctl bucket leave', 'tpctl bucket leave --json'))
    .action(async (options: Json) => (await commands()).leaveBucket(options));
}

const commands = () => import('./commands/bucket.js');
