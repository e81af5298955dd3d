import type { Command } from 'commander';

type Define = (program: Command) => void;

const access = async (): Promise<Define> => (await import('./define-access-commands.js')).defineAccessCommands;
const lookups = async (): Promise<Define> => (await import('./define-lookup-commands.js')).defineLookupCommands;
const tools = async (): Promise<Define> => (await import('./define-tool-commands.js')).defineToolCommands;

/** What defines each command; the contract, which some flags come from, is loaded with it. */
const definitions: Readonly<Record<string, () => Promise<Define>>> = {
  login: access,
  logout: access,
  whoami: access,
  profiles: access,
  download: async () => (await import('./define-download-commands.js')).defineDownloadCommands,
  sync: async () => (await import('./define-sync-command.js')).defineSyncCommand,
  batch: async () => (await import('./define-batch-commands.js')).defineBatchCommands,
  order: async () => (await import('./define-order-commands.js')).defineOrderCommands,
  partners: lookups,
  products: lookups,
  places: lookups,
  'delivery-date': lookups,
  'fc-price': lookups,
  sandbox: async () => (await import('./define-sandbox-command.js')).defineSandboxCommand,
  doctor: tools,
  completion: tools,
};

/** The command that is going to run with its neighbours, or all where none of them is named. */
export async function defineCommands(program: Command, name: string | undefined): Promise<void> {
  const one = definitions[name ?? ''];
  for (const load of new Set(one === undefined ? Object.values(definitions) : [one])) (await load())(program);
}
