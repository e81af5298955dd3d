import { Agent, createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

/** A typical reverse proxy. It keeps its connections to the service open, and passes on answers while they arrive. */
export async function startReverseProxy(target: string): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const passed = forward(`${target}${url}`, { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, outgoing, () => undefined);
    });
    passed.on('error', () => outgoing.destroy());
    pipeline(incoming, passed, () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = async () => {
    agent.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port: (server.address() as AddressInfo).port, stop };
}
