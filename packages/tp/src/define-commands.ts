import type { Command } from 'commander';

/** What defines the commands, by the first word; their code is loaded with them. */
const definitions: Readonly<Record<string, (program: Command) => Promise<void>>> = {
  download: async (program) => (await import('./define-download-commands.js')).defineDownloadCommands(program),
  order: async (program) => (await import('./define-order-commands.js')).defineOrderCommands(program),
};

/** The command that is going to run, or all of them where none is named. */
export async function defineCommands(program: Command, name: string | undefined): Promise<void> {
  const define = definitions[name ?? ''];
  if (define !== undefined) return define(program);
  for (const each of Object.values(definitions)) await each(program);
}
