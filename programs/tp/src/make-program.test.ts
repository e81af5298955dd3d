import { describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { makeProgram } from './make-program.js';

const program = await makeProgram(undefined);

function commandsThatRun(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(commandsThatRun);
}

function path(command: Command): string {
  return command.parent === null ? command.name() : `${path(command.parent)} ${command.name()}`;
}

function helpOf(command: Command): string {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  return help.replace(/\s+/g, ' ');
}

describe('every command', () => {
  it.each(
    commandsThatRun(program)
      .filter((command) => command.name() !== 'completion')
      .map((command) => [path(command), command] as const),
  )('%s has a description, examples of itself, and --json', (name, command) => {
    const help = helpOf(command);
    expect(command.description()).toMatch(/\.$/);
    expect(help.slice(help.indexOf('Examples:'))).toContain(name);
    expect(command.options.map(({ long }) => long)).toContain('--json');
  });
});

describe('the flags of a download', () => {
  it.each([
    ['master', ['--food-cat-small-code', '--member-group-code', '--fc-owner-code', '--mc-upd-date-to']],
    ['trade', ['--target-date-set', '--status-code', '--not-downloaded-flg', '--delivery-place-id']],
    ['businessholiday', ['--member-code-seller', '--update-date']],
  ])('of %s are the fields of its request', (name, flags) => {
    const command = commandsThatRun(program).find((found) => path(found) === `tp download ${name}`);
    expect(command?.options.map(({ long }) => long)).toEqual(expect.arrayContaining(flags));
  });

  it('say what they mean, in English and by the Japanese term, and which values there are', () => {
    const command = commandsThatRun(program).find((found) => path(found) === 'tp download trade');
    const help = command === undefined ? '' : helpOf(command);
    expect(help).toContain('0 when the slip was last changed; 1 slip date');
    expect(help).toMatch(/--status-code <value> [^-]*comma-separated or repeated/);
    expect(help).toMatch(/--target-date-from <value> Period start: first day of the period \([^)]+\): yyyy-MM-dd/);
  });
});
