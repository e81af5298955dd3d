import { examples } from '@trading-platform/terminal';
import type { Command } from 'commander';

export function defineDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .summary('Tries all that a platform depends on, and says what to do.')
    .description(
      'Tries all that a platform depends on, and changes nothing: Node, the secret key, tables and partitions, PostgreSQL, roles and ' +
        'grants, clocks, files and their disk, signing keys, the bucket, and the public addresses with their proxy and certificate. ' +
        'It reads the settings of the services: AUTH_ISSUER, PORTAL_URL (for the address of the data API), BATCH_SEGMENTS. ' +
        'The exit code is 0 if nothing is bad.',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tpctl doctor', 'tpctl doctor --json'))
    .action(async (options: { json?: true }) => (await import('./commands/doctor.js')).examine(options));
}
