import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/**
 * A PostgreSQL server that reports another version. The server passes everything on to a real server and changes the version in
 * the answers.
 */
export interface PretendedServer {
  readonly url: string;
  close(): void;
}

/** @param version as in `server_version_num`: six digits, so that it is as long as `actual`, which it replaces */
export async function pretendVersion(url: string, actual: string, version: string): Promise<PretendedServer> {
  const target = new URL(url);
  const relay = createServer((client) => {
    const server = connect(Number(target.port || 5432), target.hostname);
    client.on('error', () => server.destroy());
    server.on('error', () => client.destroy());
    client.pipe(server);
    server.on('data', (bytes) => {
      const text = bytes.toString('latin1').replaceAll(actual, version);
      client.write(Buffer.from(text, 'latin1'));
    });
    server.on('end', () => client.end());
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const changed = new URL(url);
  changed.hostname = '127.0.0.1';
  changed.port = String((relay.address() as AddressInfo).port);
  return { url: changed.href, close: () => void relay.close() };
}
