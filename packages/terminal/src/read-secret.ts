import { firstLine, textOf } from '@trading-platform/files';
import { fileError } from './caller-file.js';
import { CliError } from './cli-error.js';

const longestSecretBytes = 8_192;

/**
 * Reads a password or secret: from a hidden prompt on a terminal, otherwise from the first line of standard input. It
 * is never an argument, because other programs and the shell's history can see arguments.
 *
 * @throws CliError `input` if it is missing, `interrupted` if the user cancels the prompt
 */
export async function readSecret(
  what: string,
  { repeat = false }: { readonly repeat?: boolean } = {},
): Promise<string> {
  const secret = process.stdin.isTTY ? await askFor(what, repeat) : await readFirstLine();
  if (secret === '') throw new CliError('input', `The ${what} is empty: type it, or pass it on standard input`);
  return secret;
}

async function readFirstLine(): Promise<string> {
  try {
    return firstLine(await textOf(process.stdin, 'Standard input', longestSecretBytes));
  } catch (error) {
    throw fileError('Standard input', error);
  }
}

async function askFor(what: string, repeat: boolean): Promise<string> {
  const { default: password } = await import('@inquirer/password');
  const context = { output: process.stderr };
  try {
    const first = await password({ message: `${what}:` }, context);
    if (repeat && (await password({ message: `${what}, once more:` }, context)) !== first) {
      throw new CliError('input', 'The two are different: try again');
    }
    return first;
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError('interrupted', 'interrupted', { cause: error });
  }
}
