/** One of the servers in a PostgreSQL address. */
export interface PostgresHost {
  readonly host: string;
  readonly port: number;
  /** The same address with only this server. */
  readonly url: string;
}

const defaultPort = 5_432;
const several = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)([/?#].*)?$/;
const wanted = 'target_session_attrs';
const poolMode = 'pool_mode';
const poolModes: readonly (string | null)[] = [null, 'session', 'transaction'];
/** The values of the address parameter that require a server which accepts writes. */
const primaryWanted: readonly (string | null)[] = [null, 'read-write', 'primary'];

/**
 * Reads the servers of an address in the form of libpq: `postgres://user:password@one:5432,other:5432/name`.
 *
 * @returns undefined if the text is not an address, demands a read-only server, or names an unknown pool mode
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

/**
 * Whether a server that accepts writes must be searched for: the address names several servers, or demands a server that accepts
 * writes.
 */
export function mustBeSought(hosts: readonly PostgresHost[]): boolean {
  return hosts.length > 1 || hosts.some(({ url }) => new URL(url).searchParams.has(wanted));
}

/**
 * Whether the servers are poolers that may use another connection for each transaction (`pool_mode=transaction`). Behind a pooler
 * in transaction mode, named statements, notifications, locks of a session and settings of a session do not work, because they
 * last longer than a transaction.
 */
export function isPooled(hosts: readonly PostgresHost[]): boolean {
  return hosts.some(({ url }) => new URL(url).searchParams.get(poolMode) === 'transaction');
}

function hostOf(url: string, { hostname, port }: URL): PostgresHost {
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? defaultPort : Number(port), url };
}
