import { parseArgs } from 'node:util';
import { SandboxFront } from './front/sandbox-front.js';

const help = `trading-platform-sandbox --auth-url URL --api-url URL [options]

A front that misbehaves by scenario, to be placed before a trading platform. Its page lists the scenarios and how to choose one.

Options
  --auth-url URL     address of the authentication server
  --api-url URL      address of the data API, without its prefix
  --receiver-url URL your receiver of events; /push leads to it, and the variable
                     SANDBOX_RECEIVER_SECRET is its secret (whsec_…)
  --host HOST        address to listen on (127.0.0.1); everybody who can reach it can read all calls
  --port NUMBER      port (4010)
  --tls-port NUMBER  port for TLS, with a self-made certificate (4011)
  --recorded NUMBER  calls that the recorder keeps (500)
  --json             print the line that it is ready as JSON
  --help             this text
`;
const usageCode = 2;
const defaultPorts = { port: '4010', 'tls-port': '4011' } as const;
const mostPort = 65_535;
const mostRecorded = 100_000;

/**
 * Runs a sandbox until it is stopped.
 *
 * @param args the command line without the interpreter and the script
 * @returns the exit code
 */
export async function main(args: readonly string[]): Promise<number> {
  try {
    const options = readOptions(args);
    if (options === undefined) {
      process.stdout.write(help);
      return 0;
    }
    const front = await SandboxFront.start(options);
    process.stdout.write(
      options.asJson ? `${JSON.stringify({ msg: 'ready', port: options.port, url: front.url })}\n` : greeting(front),
    );
    await new Promise<void>((resolve) => {
      process.once('SIGINT', resolve);
      process.once('SIGTERM', resolve);
    });
    await front.stop();
    return 0;
  } catch (error) {
    process.stderr.write(`trading-platform-sandbox: ${(error as Error).message.split('\n', 1)[0]}\n`);
    return usageCode;
  }
}

function greeting(front: SandboxFront): string {
  const { authUrl, apiUrl } = front.addresses();
  return [
    `Scenarios and recorder   ${front.url}`,
    `Authentication           ${authUrl}`,
    `Data API                 ${apiUrl}`,
    `With a scenario          ${front.addresses('throttled').apiUrl}`,
    'Ctrl-C ends it.',
    '',
  ].join('\n');
}

function number(name: string, text: string, most: number): number {
  if (/^\d+$/.test(text) && Number(text) <= most) return Number(text);
  throw new Error(`--${name} needs a number up to ${most}`);
}

function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'auth-url': { type: 'string' },
      'api-url': { type: 'string' },
      'receiver-url': { type: 'string' },
      host: { type: 'string' },
      port: { type: 'string' },
      'tls-port': { type: 'string' },
      recorded: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) return undefined;
  const address = (name: 'auth-url' | 'api-url' | 'receiver-url') => {
    const text = values[name];
    if (text !== undefined && /^https?:\/\/[^/]/.test(text) && URL.canParse(text))
      return text.replace(/(?<!\/)\/+$/, '');
    throw new Error(`--${name} needs an address such as http://localhost:4000`);
  };
  return {
    authUrl: address('auth-url'),
    apiUrl: address('api-url'),
    receiverUrl: values['receiver-url'] === undefined ? undefined : address('receiver-url'),
    receiverSecret: process.env['SANDBOX_RECEIVER_SECRET'],
    host: values.host,
    port: number('port', values.port ?? defaultPorts.port, mostPort),
    tlsPort: number('tls-port', values['tls-port'] ?? defaultPorts['tls-port'], mostPort),
    recordedCalls: values.recorded === undefined ? undefined : number('recorded', values.recorded, mostRecorded),
    asJson: values.json === true,
  };
}
