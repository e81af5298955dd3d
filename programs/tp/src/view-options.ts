import type { Command } from 'commander';
import { collectList } from './filters/filters.js';

/** How the result of a command is shown: as a table, or as JSON with all fields or some. */
export interface ViewOptions {
  readonly json?: true | readonly string[];
}

export interface TableOptions extends ViewOptions {
  /** The columns of the table, in this order. */
  readonly columns?: readonly string[];
}

/**
 * Adds `--json` with or without fields. A word after it counts as fields only if it looks like names of fields, because
 * the number of a slip may follow `--json` too.
 */
export function addJsonOption(command: Command): Command {
  const parse = command.parseOptions.bind(command);
  command.parseOptions = (args) => parse(joinFields(args));
  return command.option(
    '--json [fields]',
    'print JSON, with all fields or only these (with commas between them)',
    (text) => {
      const fields = collectList(text);
      return fields.length === 0 ? true : fields;
    },
  );
}

/** Adds the options of a command that prints a table of records. */
export function addTableOptions(command: Command): Command {
  return addJsonOption(command).option(
    '--columns <names>',
    'columns of the table, in this order (default: those that fit the terminal)',
    collectList,
  );
}

const fieldNames = /^[a-z][a-z\d_]*(?:,[a-z][a-z\d_]*)*$/;

function joinFields(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of args) {
    if (joined.at(-1) === '--json=' && fieldNames.test(word)) joined[joined.length - 1] = `--json=${word}`;
    else joined.push(word === '--json' ? '--json=' : word);
  }
  return joined;
}
