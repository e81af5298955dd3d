import { Resolver } from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import dns2 from 'dns2';

const { Packet } = dns2;

/** A DNS server of this process, and a resolver that asks only this server. */
export interface DnsStub {
  readonly resolver: Resolver;
  /** How many queries a name has received. */
  asked(name: string): number;
  /** Sets the addresses of a name. */
  answer(name: string, addresses: readonly string[]): void;
  /** Makes a name an alias of another name. */
  alias(name: string, other: string, addresses: readonly string[]): void;
  /** Makes the server silent for a name. */
  silence(name: string): void;
  close(): Promise<void>;
}

type Resource = InstanceType<typeof Packet.Resource>;

interface Question {
  readonly name: string;
  readonly type: number;
}

interface Entry {
  readonly owner: string;
  readonly addresses: readonly string[];
}

/** Starts a real DNS server on this machine. Names without an entry do not exist. */
export async function startDnsStub(): Promise<DnsStub> {
  const entries = new Map<string, Entry | 'silent'>();
  const questions: string[] = [];
  const server = dns2.createUDPServer((request, send) => {
    const response = Packet.createResponseFromRequest(request);
    const { name, type } = request.questions[0] as Question;
    questions.push(name);
    const entry = entries.get(name);
    if (entry === 'silent') return;
    if (entry === undefined) response.header.rcode = Packet.RCODE.NXDOMAIN;
    else response.answers.push(...recordsOf(name, entry, type));
    void send(response);
  });
  await server.listen(0, '127.0.0.1');
  const { port } = server.address();
  // After a pause of this process, the resolver may ask several times before it reads the answer.
  const resolver = new Resolver({ timeout: 500, tries: 100 });
  resolver.setServers([`127.0.0.1:${port}`]);
  return {
    resolver,
    asked: (name) => questions.filter((each) => each === name).length,
    answer: (name, addresses) => entries.set(name, { owner: name, addresses }),
    alias: (name, other, addresses) => entries.set(name, { owner: other, addresses }),
    silence: (name) => entries.set(name, 'silent'),
    close() {
      resolver.cancel();
      return Promise.resolve(server.close()).then(() => undefined);
    },
  };
}

function recordsOf(name: string, { owner, addresses }: Entry, type: number): Resource[] {
  const common = { class: Packet.CLASS.IN, ttl: 300 };
  const alias = name === owner ? [] : [{ ...common, name, type: Packet.TYPE.CNAME, domain: owner }];
  const wanted = addresses.filter((address) => (type === Packet.TYPE.A) === isIPv4(address));
  const records = [...alias, ...wanted.map((address) => ({ ...common, name: owner, type, address }))];
  return records.map((record) => new Packet.Resource(record));
}
