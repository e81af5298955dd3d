import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '@trading-platform/bootstrap/free-port';
import { measure } from '../measure.mjs';
import { givenDatabases, makeFolder, Platform, profileFlags } from '../platform.mjs';
import { market, marketFiles } from './market.mjs';
import { deliveryBodies, fcPriceBodies } from './requests.mjs';

const help = `npm run bench lookups -- [--seconds 8] [--skip-plain] [--only 'FC price'] [--profile FOLDER]

Shortest delivery date (Spec 4.5) and FC price (Spec 4.9) over HTTP: token, guard, validation, SQLite.
--profile writes a CPU profile of the API into a folder.
With ORDERING_DATABASE_URL and AUTH_DATABASE_URL set to fresh databases, those are used instead.
`;

const targets = { thousandMedianMs: 25, singlePerSecond: 5_000 };

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    'skip-plain': { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}
const seconds = Number(values.seconds);

const profiling = profileFlags(values.profile);

const functions = [
  { title: 'shortest delivery date', path: '/delivery/shortest', bodies: deliveryBodies },
  { title: 'FC price', path: '/fc/price', bodies: fcPriceBodies },
];
const loads = [
  { title: '1,000 elements, 4 clients', elements: 1_000, clients: 4 },
  { title: '1 element, 16 clients', elements: 1, clients: 16 },
];

const folder = makeFolder();
const platform = await Platform.prepare({
  folder,
  databases: givenDatabases(folder),
});
try {
  await run();
} finally {
  await platform.stop();
  rmSync(folder, { recursive: true });
}

async function run() {
  tell('Loading the market …');
  await platform.operate(['migrate']);
  for (const [kind, records] of marketFiles()) await platform.load(kind, records);
  await platform.start('auth');
  await platform.start('api', profiling);
  const newToken = await platform.makeCaller(market.buyer);
  const ways = [
    { way: 'api', url: platform.orderUrl, cpuSeconds: () => platform.apiCpuSeconds() },
    ...(await startPlain()),
  ];

  tell('');
  tell(`${'POST'.padEnd(24)}${'load'.padEnd(28)}${'way'.padEnd(10)}median ms    p99 ms    per second   CPU ms each`);
  const met = [];
  for (const { title, path, bodies } of functions.filter((one) => one.title.includes(values.only))) {
    for (const { title: loadTitle, elements, clients } of loads) {
      for (const { way, url, cpuSeconds } of ways) {
        const target = { url: way === 'bare' ? url : `${url}${path}`, token: await newToken(), cpuSeconds };
        const result = await measure(target, bodies(elements), { clients, seconds });
        tell(line([title, loadTitle, way], result));
        if (way === 'api') met.push(isMet(elements, result));
      }
    }
  }
  tell('');
  tell(
    `Wanted of the API: 1,000 elements in a median under ${targets.thousandMedianMs} ms, single elements at least ` +
      `${targets.singlePerSecond} a second: ${met.every(Boolean) ? 'met.' : 'NOT met.'}`,
  );
}

/** The plain version runs beside the API, with the same data; beside it, a constant answer. */
async function startPlain() {
  if (values['skip-plain']) return [];
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const script = fileURLToPath(new URL('plain-server.mjs', import.meta.url));
  await platform.startBeside(script, `${url}/ready`, { settings: { PLAIN_PORT: port, CALLER: market.buyer } });
  const cpuSeconds = () => plainCpuSeconds(url);
  return [
    { way: 'plain', url, cpuSeconds },
    { way: 'bare', url: `${url}/bare`, cpuSeconds },
  ];
}

/** @param {string} url */
async function plainCpuSeconds(url) {
  const answer = /** @type {{ cpuSeconds: number }} */ (await (await fetch(`${url}/ready`)).json());
  return answer.cpuSeconds;
}

/**
 * @param {number} elements
 * @param {import('../measure.mjs').Measurement | undefined} result
 */
function isMet(elements, result) {
  if (result === undefined) return false;
  const { medianMs, perSecond } = result;
  return elements === 1 ? perSecond >= targets.singlePerSecond : medianMs < targets.thousandMedianMs;
}

/**
 * @param {string[]} texts
 * @param {import('../measure.mjs').Measurement | undefined} result
 */
function line([title = '', load = '', way = ''], result) {
  const head = `${title.padEnd(24)}${load.padEnd(28)}${way.padEnd(10)}`;
  if (result === undefined) return `${head}no request was answered in ${seconds} s`;
  const { medianMs, p99Ms, perSecond, cpuMs } = result;
  const numbers = [
    medianMs.toFixed(1).padStart(9),
    p99Ms.toFixed(1).padStart(10),
    String(perSecond).padStart(14),
    cpuMs.toFixed(3).padStart(14),
  ];
  return head + numbers.join('');
}

/** @param {string} text */
function tell(text) {
  process.stdout.write(`${text}\n`);
}
