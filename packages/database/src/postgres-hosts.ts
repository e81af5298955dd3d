/** One of the servers of a PostgreSQL address. */
export interface PostgresHost {
  readonly host: string;
  readonly port: number;
  /** The address with this server alone. */
  readonly url: string;
}

const defaultPort = 5_432;
const several = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)([/?#].*)?$/;
/** Values of `target_session_attrs` that ask for a server which takes writes. */
const primaryWanted: readonly (string | null)[] = [null, 'read-write', 'primary'];

/**
 * The servers of an address, as libpq writes them: `postgres://user:password@one:5432,other:5432/name`.
 *
 * @returns nothing for what is no address, or asks for another server than the one that takes writes
 */
export function readPostgresHosts(address: string): readonly PostgresHost[] | undefined {
  const [, start = '', list = '', end = ''] = several.exec(address) ?? [];
  const urls = list.split(',').map((host) => `${start}${host}${end}`);
  const isOne = urls.length === 1;
  if (!urls.every((url) => URL.canParse(url) && (isOne || new URL(url).hostname !== ''))) return undefined;
  const hosts = urls.map((url) => hostOf(url, new URL(url)));
  return hosts.every(({ url }) => primaryWanted.includes(attributesOf(url))) ? hosts : undefined;
}

/** Whether it has to be found out which server takes writes: there are several, or the address asks for it. */
export function mustBeSought(hosts: readonly PostgresHost[]): boolean {
  return hosts.length > 1 || hosts.some(({ url }) => attributesOf(url) !== null);
}

function hostOf(url: string, { hostname, port }: URL): PostgresHost {
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? defaultPort : Number(port), url };
}

function attributesOf(url: string): string | null {
  return new URL(url).searchParams.get('target_session_attrs');
}
