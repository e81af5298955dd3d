import { examples } from '@trading-platform/terminal';
import { type Command, InvalidArgumentError } from 'commander';
import type { ArchiveOptions } from './commands/archive.js';

export function defineArchiveCommands(program: Command): void {
  program
    .command('archive')
    .summary('Moves old slips, upload numbers or audit events into files.')
    .description(
      'Moves data older than some months from the databases into compressed files of lines, a new folder for each volume: slips ' +
        '(12 months at least) that were sent and whose dates are all older, with their download marks; upload numbers (24 ' +
        'months at least) whose slips are gone; audit events (1 month at least). Nothing is removed before its volume is ' +
        'complete on the disk and checked. If it is killed, run it again, and it resumes. Services may keep running.',
    )
    .argument('<kind>', 'slips, upload-numbers, audit')
    .requiredOption('--months <number>', 'age from which data is archived', readMonths)
    .requiredOption('--to <folder>', 'folder for the volumes; it must exist')
    .option('--dry-run', 'show what would be moved, but write and remove nothing')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'tpctl archive slips --months 24 --to /var/archive --dry-run',
        'tpctl archive upload-numbers --months 36 --to /var/archive',
        'tpctl archive audit --months 12 --to /var/archive --json',
      ),
    )
    .action(async (kind: string, options: ArchiveOptions) =>
      (await import('./commands/archive.js')).archive(kind, options),
    );
  program
    .command('load-archive')
    .summary('Loads a volume of slips or upload numbers again.')
    .description(
      'Checks the files of a volume and loads them: slips in their archived versions, with their marks, or upload numbers. Loading ' +
        'a volume twice changes nothing. "tpctl audit --archive" shows volumes of audit events.',
    )
    .argument('<volume>', 'folder of a volume')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tpctl load-archive /var/archive/slips-20261123T094512345Z-3f09ac'))
    .action(async (volume: string, options: { json?: true }) =>
      (await import('./commands/load-archive.js')).loadArchive(volume, options),
    );
}

function readMonths(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('Expected a whole number of months, from 1 to 999.');
  return Number(text);
}
