import { examples } from '@trading-platform/terminal';
import { type Command, InvalidArgumentError } from 'commander';
import type { ArchiveOptions } from './commands/archive.js';

/** `tpctl archive …`, `tpctl load-archive …`. */
export function defineArchiveCommands(program: Command): void {
  program
    .command('archive')
    .summary('Moves old slips, upload numbers or audit events into files.')
    .description(
      'Moves what is older than some months from the databases into compressed files of lines, a new folder for each volume: slips ' +
        '(12 months at least) with their download marks, all of whose dates are older and that were sent; upload numbers (24 ' +
        'months at least) whose slips are gone; audit events (1 month at least). Nothing is removed before its volume is ' +
        'complete on the disk and checked. If it is killed, run it again: it goes on where it was. Services go on meanwhile.',
    )
    .argument('<kind>', 'slips, upload-numbers, audit')
    .requiredOption('--months <number>', 'what is older goes', readMonths)
    .requiredOption('--to <folder>', 'where volumes are; the folder is there')
    .option('--dry-run', 'say what would go, write and remove nothing')
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
    .summary('Brings a volume of slips or upload numbers back.')
    .description(
      'Checks the files of a volume and loads them: slips in the versions that they had, with their marks, or upload numbers. Loaded ' +
        'again it changes nothing. Volumes of audit events are shown by "tpctl audit --archive".',
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
