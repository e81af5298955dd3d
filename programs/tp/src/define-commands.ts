import type { Command } from 'commander';

type Define = (program: Command) => void;

const access = async (): Promise<Define> => (await import('./define-access-commands.js')).defineAccessCommands;
const lookups = async (): Promise<Define> => (await import('./define-lookup-commands.js')).defineLookupCommands;
const events = async (): Promise<Define> => (await import('./define-event-commands.js')).defineEventCommands;
const tools = async (): Promise<Define> => (await import('./define-tool-commands.js')).defineToolCommands;

/**
 * The definition of each command. Some of these modules load the contract, because the flags of their commands come
 * from it.
 */
const definitions: Readonly<Record<string, () => Promise<Define>>> = {
  login: access,
  logout: access,
  whoami: access,
  profiles: access,
  download: async () => (await import('./define-download-commands.js')).defineDownloadCommands,
  sync: async () => (await import('./define-sync-command.js')).defineSyncCommand,
  batch: async () => (await import('./define-batch-commands.js')).defineBatchCommands,
  order: async () => (await import('./define-order-commands.js')).defineOrderCommands,
  trade: async () => (await import('./define-trade-commands.js')).defineTradeCommands,
  events,
  listen: events,
  find: lookups,
  partners: lookups,
  products: lookups,
  places: lookups,
  'delivery-date': lookups,
  'fc-price': lookups,
  sandbox: async () => (await import('./define-sandbox-command.js')).defineSandboxCommand,
  doctor: tools,
  // The commands `completion` and `man` are not defined alone, because they print all commands.
};

/** Defines the group of commands that contains the requested command, or all commands if no group contains it. */
export async function defineCommands(program: Command, name: string | undefined): Promise<void> {
  const one = definitions[name ?? ''];
  for (const load of new Set(one === undefined ? Object.values(definitions) : [one])) (await load())(program);
}
