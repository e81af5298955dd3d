import { examples } from '@trading-platform/terminal';
import type { Command } from 'commander';
import { addConnectOptions } from './access/connect-options.js';

/** `tp doctor`, `tp completion`, `tp man` */
export function defineToolCommands(program: Command): void {
  addConnectOptions(program.command('doctor'))
    .description('Checks everything that a call needs (addresses, TLS, clock, token, limits), and names the remedies.')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tp doctor', 'tp doctor --credentials data/demo.json'))
    .action(async (options: object) => (await import('./commands/doctor.js')).doctor(options));
  program
    .command('completion')
    .description('Prints a script with which a shell completes commands and options.')
    .argument('<shell>', 'bash, zsh, fish or powershell')
    .addHelpText('after', examples('eval "$(tp completion bash)"', 'tp completion fish | source'))
    .action(async (shell: string) => (await import('./commands/completion.js')).printCompletion(shell, program));
  program
    .command('man')
    .description('Prints the manual page of a command, or writes all pages into a folder.')
    .argument('[command...]', 'the command, such as download master')
    .option('--out <folder>', 'folder for the pages of all commands')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tp man order upload | man -l -', 'tp man --out ~/.local/share/man/man1'))
    .action(async (words: string[], options: object) =>
      (await import('./commands/man.js')).showMan(words, options, program),
    );
}
