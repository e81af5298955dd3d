/** One of the servers of a PostgreSQL address. */
export interface PostgresHost {
  readonly host: string;
  readonly port: number;
  /** The address with this server alone. */
  readonly url: string;
}

const defaultPort = 5_432;
const several = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)([/?#].*)?$/;
const wanted = 'target_session_attrs';
const poolMode = 'pool_mode';
const poolModes: readonly (string | null)[] = [null, 'session', 'transaction'];
/** Values that demand a server that takes writes. */
const primaryWanted: readonly (string | null)[] = [null, 'read-write', 'primary'];

/**
 * The servers of an address, as libpq writes them: `postgres://user:password@one:5432,other:5432/name`.
 *
 * @returns nothing for a text that is not an address, demands a read-only server, or names an unknown pool mode
 */
export function readPostgresHosts(address: string): readonly PostgresHost[] | undefined {
  const [, start = '', list = '', end = ''] = several.exec(address) ?? [];
  const urls = list.split(',').map((host) => `${start}${host}${end}`);
  const isOne = urls.length === 1;
  if (!urls.every((url) => URL.canParse(url) && (isOne || new URL(url).hostname !== ''))) return undefined;
  const hosts = urls.map((url) => hostOf(url, new URL(url)));
  return hosts.every(({ url }) => isAccepted(new URL(url).searchParams)) ? hosts : undefined;
}

function isAccepted(parameters: URLSearchParams): boolean {
  return primaryWanted.includes(parameters.get(wanted)) && poolModes.includes(parameters.get(poolMode));
}

/** Whether a search for the server that takes writes is needed: there are several servers, or the address demands it. */
export function mustBeSought(hosts: readonly PostgresHost[]): boolean {
  return hosts.length > 1 || hosts.some(({ url }) => new URL(url).searchParams.has(wanted));
}

/**
 * Whether the servers are poolers that may give each transaction another connection (`pool_mode=transaction`). Named statements,
 * notifications, locks and settings of a session do not work there, because they last longer than a transaction.
 */
export function isPooled(hosts: readonly PostgresHost[]): boolean {
  return hosts.some(({ url }) => new URL(url).searchParams.get(poolMode) === 'transaction');
}

function hostOf(url: string, { hostname, port }: URL): PostgresHost {
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? defaultPort : Number(port), url };
}
