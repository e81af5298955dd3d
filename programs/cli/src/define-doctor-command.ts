import { examples } from '@trading-platform/terminal';
import type { Command } from 'commander';
import type { DoctorOptions } from './commands/doctor.js';

export function defineDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .summary('Tries all that a platform depends on, and says what to do.')
    .description(
      'Tries all that a platform depends on, and changes nothing: Node, the secret key, tables and partitions, PostgreSQL, roles and ' +
        'grants, clocks, files, disks and their growth, signing keys, passwords and certificates that end soon, the bucket, events, ' +
        'and the public addresses with their proxy. ' +
        'It reads the settings of the services: AUTH_ISSUER, PORTAL_URL (for the address of the data API), BATCH_SEGMENTS. ' +
        'The exit code is 0 if nothing is bad.',
    )
    .option('--json', 'print JSON')
    .option('--earlier <file>', 'compare the sizes of the databases with those in the output of an earlier --json')
    .addHelpText(
      'after',
      examples('tpctl doctor', 'tpctl doctor --json > doctor.json', 'tpctl doctor --earlier doctor.json'),
    )
    .action(async (options: DoctorOptions) => (await import('./commands/doctor.js')).examine(options));
}
