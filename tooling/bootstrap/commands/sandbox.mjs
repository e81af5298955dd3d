import { inRoot } from '../root-folder.mjs';
import { run as start } from './start.mjs';

const plain = { setting: 'SANDBOX_PORT', port: '4010' };
const secure = { setting: 'SANDBOX_TLS_PORT', port: '4011' };

const help = `npm run sandbox [-- options]

Runs the services with the demo market, as npm start does and with the same options, behind a front that misbehaves on purpose:
SANDBOX_PORT (4010) and, by TLS, SANDBOX_TLS_PORT (4011). Its page lists the scenarios and how to choose one. SANDBOX_RECEIVER_URL is your
receiver of events, to which /push leads, and SANDBOX_RECEIVER_SECRET its secret.
See also: npm start -- --help
`;

/**
 * Runs the platform behind a front that misbehaves according to scenarios, until the user ends it.
 *
 * @param {string[]} args
 */
export function run(args) {
  return start(args, { help, ports: [plain, secure], start: startFront });
}

/** @param {import('./start.mjs').FrontFacts} facts */
async function startFront({ services, node, env, urls, accountFile }) {
  const [port = '', tlsPort = ''] = [plain, secure].map(({ setting, port: usual }) => env[setting] || usual);
  const script = inRoot('programs', 'sandbox', 'bin', 'sandbox.js');
  const addresses = ['--auth-url', urls.auth_url, '--api-url', urls.api_url];
  const receiver = env.SANDBOX_RECEIVER_URL ? ['--receiver-url', env.SANDBOX_RECEIVER_URL] : [];
  const places = ['--port', port, '--tls-port', tlsPort, '--json'];
  await services.start({
    name: 'sandbox',
    args: [script, ...addresses, ...receiver, ...places],
    // The front gets no database address and no secret of a service.
    env: {
      PATH: env.PATH,
      NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE,
      ...(env.SANDBOX_RECEIVER_SECRET && { SANDBOX_RECEIVER_SECRET: env.SANDBOX_RECEIVER_SECRET }),
    },
    node,
    cwd: inRoot(),
  });
  return frontLines(`http://localhost:${port}`, accountFile);
}

/**
 * @param {string} url
 * @param {string | undefined} accountFile
 */
function frontLines(url, accountFile) {
  const check = `npm run --silent tp -- sandbox check --sandbox ${url}${accountFile === undefined ? '' : ` --credentials ${accountFile}`}`;
  return [
    `  Sandbox          ${url}   scenarios, and a recorder of calls`,
    `    undisturbed    ${url}/auth and ${url}/api`,
    `    by address     ${url}/scenario/throttled/auth and …/api`,
    '    by header      Sandbox-Scenario: throttled',
    `    by client      on the page`,
    '',
    '  Run a program of yours through all scenarios, from another terminal in this folder:',
    '',
    `    ${check} -- node my-client.mjs`,
    '',
  ];
}
