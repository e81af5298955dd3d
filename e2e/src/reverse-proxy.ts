import { Agent, createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

/**
 * A typical reverse proxy. The proxy keeps its connections to the service open, and passes on answers while they arrive.
 *
 * @param onCall called with the path of each call before the call is passed on
 */
export async function startReverseProxy(
  target: string,
  onCall: (path: string) => void = () => undefined,
): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    onCall(url);
    const passed = forward(`${target}${url}`, { method, headers, agent }, (answer) => {
      if (outgoing.closed || outgoing.destroyed) return void answer.destroy();
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, outgoing, () => undefined);
    });
    passed.on('error', () => outgoing.destroy());
    if (incoming.destroyed) passed.destroy();
    else pipeline(incoming, passed, () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = async () => {
    agent.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port: (server.address() as AddressInfo).port, stop };
}
