import { describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { makeProgram } from './make-program.js';

const program = await makeProgram('download');

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

describe('the flags of a download', () => {
  it.each([
    ['master', ['--food-cat-small-code', '--member-group-code', '--fc-owner-code', '--mc-upd-date-to']],
    ['trade', ['--target-date-set', '--status-code', '--not-downloaded-flg', '--delivery-place-id']],
    ['businessholiday', ['--member-code-seller', '--update-date']],
  ])('of %s are the fields of its request', (name, flags) => {
    const command = commandsThatRun(program).find((found) => path(found) === `tpctl download ${name}`);
    expect(command?.options.map(({ long }) => long)).toEqual(expect.arrayContaining(flags));
  });
});
