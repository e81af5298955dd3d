import { describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { makeProgram } from './make-program.js';

const program = makeProgram();

function commandsThatRun(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(commandsThatRun);
}

function path(command: Command): string {
  return command.parent === null ? command.name() : `${path(command.parent)} ${command.name()}`;
}

describe('every command', () => {
  it.each(commandsThatRun(program).map((command) => [path(command), command] as const))(
    '%s has a description, examples of itself, and --json',
    (name, command) => {
      let help = '';
      command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
      expect(command.description()).toMatch(/\.$/);
      expect(help).toMatch(/\nExamples:\n {2}/);
      expect(help.slice(help.indexOf('Examples:'))).toContain(name);
      expect(command.options.map(({ long }) => long)).toContain('--json');
    },
  );
});
