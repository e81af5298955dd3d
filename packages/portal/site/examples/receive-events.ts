// Receives pushed events. Each is verified and kept once in events.ndjson, from where another program processes it.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { verifyWebhook, WebhookError } from '@trading-platform/client';

const keptFile = 'events.ndjson';
const mostBytes = 65_536;
const { PORT = '3000', WEBHOOK_SECRET = '' } = process.env;
// While a secret is being replaced there are two, with a blank between them.
const secrets = WEBHOOK_SECRET.split(' ');
const kept = existsSync(keptFile) ? readFileSync(keptFile, 'utf8').trimEnd().split('\n') : [];
const known = new Set(kept.map((line) => (JSON.parse(line) as { id: string }).id));

const server = createServer((request, response) => void receive(request, response));
server.listen(Number(PORT), '127.0.0.1', () => console.log(`Listening on port ${PORT}`));

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.writeHead(await keep(request)).end();
}

/** Returns the status of the answer. */
async function keep(request: IncomingMessage): Promise<number> {
  try {
    const event = await verifyWebhook(request.headers, await bodyOf(request), secrets);
    if (known.has(event.id)) return 204;
    // The answer is sent only when the event is on the disk.
    appendFileSync(keptFile, `${JSON.stringify(event)}\n`, { flush: true });
    known.add(event.id);
    console.log(event.type, event.data.trade_id ?? '');
    return 204;
  } catch (error) {
    return error instanceof WebhookError ? 400 : 500;
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new Error('The message is too large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
