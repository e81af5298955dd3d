import { makeFolder, replaceFile } from '@trading-platform/files';
import { CliError, callerPath, fileError, print } from '@trading-platform/terminal';
import type { Argument, Command, Option } from 'commander';

/**
 * Prints the manual page of a command, or writes the pages of all commands into a folder. The pages come from the same
 * definitions as `--help`.
 */
export async function showMan(
  words: readonly string[],
  { out, json }: { readonly out?: string; readonly json?: true },
  program: Command,
): Promise<void> {
  if (out !== undefined) return writePages(out, program, json === true);
  const page = pageOf(commandOf(words, program));
  print({ json: { page }, text: page }, json === true);
}

async function writePages(out: string, program: Command, asJson: boolean): Promise<void> {
  const folder = callerPath(out);
  const commands = allOf(program);
  try {
    await makeFolder(folder);
    for (const command of commands) await replaceFile(`${folder}/${pathOf(command).join('-')}.1`, pageOf(command));
  } catch (error) {
    throw fileError(out, error);
  }
  print({ json: { pages: commands.length }, text: `${commands.length} pages are in ${out}: man ${out}/tp.1` }, asJson);
}

function commandOf(words: readonly string[], program: Command): Command {
  let command = program;
  for (const word of words) {
    const inner = command.commands.find((each) => each.name() === word);
    if (inner === undefined) throw new CliError('usage', `There is no command ${pathOf(command).join(' ')} ${word}`);
    command = inner;
  }
  return command;
}

function allOf(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(allOf)];
}

function pathOf(command: Command): readonly string[] {
  return command.parent === null ? [command.name()] : [...pathOf(command.parent), command.name()];
}

/** The page in the macros of man(7). */
function pageOf(command: Command): string {
  const path = pathOf(command);
  const name = path.join('-');
  const inner = command.commands.map((each) => item(each.name(), each.description()));
  const help = command.createHelp();
  const lines = [
    `.TH "${name.toUpperCase()}" 1 "" "trading platform" "${path[0]}"`,
    '.SH NAME',
    `${escaped(name)} \\- ${escaped(command.description())}`,
    '.SH SYNOPSIS',
    `.B ${escaped(path.join(' '))}`,
    escaped(command.usage()),
    ...section(
      'ARGUMENTS',
      command.registeredArguments.map((each: Argument) => item(each.name(), each.description)),
    ),
    ...section('COMMANDS', inner),
    ...section(
      'OPTIONS',
      help.visibleOptions(command).map((each: Option) => item(each.flags, help.optionDescription(each))),
    ),
    ...notesOf(command),
    ...section('SEE ALSO', [[escaped([...parentOf(command), ...command.commands].map(reference).join(', '))]]),
  ];
  return `${lines.join('\n')}\n`;
}

function parentOf({ parent }: Command): readonly Command[] {
  return parent === null ? [] : [parent];
}

function reference(command: Command): string {
  return `${pathOf(command).join('-')}(1)`;
}

function section(title: string, items: readonly (readonly string[])[]): readonly string[] {
  return items.length === 0 || items[0]?.[0] === '' ? [] : [`.SH ${title}`, ...items.flat()];
}

function item(term: string, text: string): readonly string[] {
  return ['.TP', `.B ${escaped(term)}`, escaped(text)];
}

/** The text after the help of a command: its examples, and for the program its exit codes. */
function notesOf(command: Command): readonly string[] {
  let help = '';
  const former = command.configureOutput();
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  command.configureOutput(former);
  const notes = help.slice(command.helpInformation().length).trim();
  return notes === '' ? [] : ['.SH NOTES', '.nf', ...notes.split('\n').map(escaped), '.fi'];
}

/** Escapes what troff would read as a command (groff_char(7)). */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1');
}
