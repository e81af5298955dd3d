import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '@trading-platform/bootstrap/free-port';
import { post } from '../callers/post.mjs';
import { measure } from '../measure.mjs';
import { freshDatabases, makeFolder, Platform, profileFlags } from '../platform.mjs';
import { followCursors } from './follow-cursors.mjs';
import { buyer, filters, loadMarket, sizes } from './market.mjs';

const help = `npm run bench lists -- [options]

Pages of 1,000 elements of the lists (Spec 4.11) of a buyer with a million products: over HTTP, one client, on SQLite, then on an
embedded PostgreSQL. First each list is followed from its start to its end, which must show every element once; then its first page
and later ones, spread over the whole list, are read for some seconds. Beside them a constant answer of the same bytes. Loading takes
some minutes and 10 GB.

  --database NAME   only sqlite or postgres
  --only NAME       only lists whose title has it
  --products N      (default 1000000)
  --seconds N       for each line (default 5)
  --profile FOLDER  writes a CPU profile of the API into a folder
  --help
`;

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    products: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '5' },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}

const pageSize = 1_000;
const wantedMs = { sqlite: 20, postgres: 40 };
const seconds = Number(values.seconds);
const products = Number(values.products);
const size = sizes(products);

/**
 * @typedef {object} List
 * @property {string} title
 * @property {string} path
 * @property {string} field holds the elements
 * @property {object} filter
 * @property {number} elements that it must show
 */

/** @type {readonly List[]} */
const lists = [
  { title: 'order master', ...orderMaster({}), elements: size.products },
  { title: 'order master, a category', ...orderMaster(filters.category), elements: size.ofCategory },
  { title: 'order master, sale stopped', ...orderMaster(filters.stopped), elements: size.stopped },
  { title: 'partners', path: '/partner/list', field: 'partner_list', filter: {}, elements: size.partners },
  {
    title: 'delivery places',
    path: '/deliveryplace/list',
    field: 'delivery_place_list',
    filter: {},
    elements: size.deliveryPlaces,
  },
  { title: 'orders', ...orders({}), elements: size.orders },
  { title: 'orders, planned', ...orders(filters.planned), elements: size.ofStatus },
  { title: 'orders, one other status', ...orders(filters.accepted), elements: size.ofStatus },
];

for (const dialect of /** @type {const} */ (['sqlite', 'postgres'])) {
  if (dialect.includes(values.database)) await measureOn(dialect);
}

/** @param {object} filter */
function orderMaster(filter) {
  return { path: '/ordermaster/list', field: 'catalog_list', filter };
}

/** @param {object} filter */
function orders(filter) {
  return { path: '/order/list', field: 'order_list', filter };
}

/** @param {keyof typeof wantedMs} dialect */
async function measureOn(dialect) {
  const folder = makeFolder();
  const { databases, end } = await freshDatabases(dialect, folder);
  const platform = await Platform.prepare({
    folder,
    databases,
  });
  try {
    tell(`${dialect}: loading ${products.toLocaleString('en')} products …`);
    await platform.operate(['migrate']);
    await loadMarket(platform, products);
    await platform.start('auth');
    await platform.start('api', profileFlags(values.profile));
    const newToken = await platform.makeCaller(buyer);
    tell(row(['list', 'page', 'way'], ['elements', 'KB', 'median ms', 'p99 ms', 'CPU ms each']));
    const met = [];
    for (const list of lists.filter(({ title }) => title.includes(values.only))) {
      met.push(...(await measureList(platform, list, newToken)).map((ms) => ms < wantedMs[dialect]));
    }
    tell(`Wanted: each page in a median under ${wantedMs[dialect]} ms: ${met.every(Boolean) ? 'met.' : 'NOT met.'}\n`);
  } finally {
    await platform.stop();
    await end();
    rmSync(folder, { recursive: true });
  }
}

/**
 * Answers the medians of its pages in milliseconds.
 *
 * @param {Platform} platform
 * @param {List} list
 * @param {() => Promise<string>} newToken
 */
async function measureList(platform, { title, path, field, filter, elements }, newToken) {
  const url = platform.orderUrl + path;
  const first = { ...filter, limit: String(pageSize) };
  const followed = await followCursors(url, { newToken, body: first, field });
  if (followed.elements !== elements) throw new Error(`${title}: ${followed.elements} instead of ${elements} elements`);
  const pages = { first: [first], later: followed.later };
  const medians = [];
  for (const [page, bodies] of Object.entries(pages)) {
    const [body] = bodies;
    if (body === undefined) continue;
    const token = await newToken();
    const shown = await post(url, { token, body });
    const kilobytes = Buffer.byteLength(JSON.stringify(shown)) / 1_000;
    const bare = await startBare(platform, { name: `${title}, ${page}`, url, token, body });
    const ways = [
      { way: 'api', url, cpuSeconds: () => platform.apiCpuSeconds() },
      { way: 'bare', url: bare.url, cpuSeconds: async () => platform.cpuSeconds(bare.name) },
    ];
    for (const { way, ...target } of ways) {
      const result = await measure({ ...target, token }, bodies, { clients: 1, seconds });
      if (result === undefined) throw new Error(`${title}: no page was answered in ${seconds} s`);
      const { medianMs, p99Ms, cpuMs } = result;
      tell(row([title, page, way], [shown[field].length, kilobytes, medianMs, p99Ms, cpuMs.toFixed(2)]));
      if (way === 'api') medians.push(medianMs);
    }
    await platform.service(bare.name).end();
  }
  return medians;
}

/**
 * Starts a server that answers with the bytes of a page, whatever it is asked.
 *
 * @param {Platform} platform
 * @param {{ name: string, url: string, token: string, body: object }} page
 */
async function startBare(platform, { name, url, token, body }) {
  const port = String(await freePort());
  const bareUrl = `http://127.0.0.1:${port}`;
  const script = fileURLToPath(new URL('../batch/ceiling-server.mjs', import.meta.url));
  const settings = {
    CEILING_PORT: port,
    PAGE_URL: url,
    PAGE_AUTHORIZATION: `Bearer ${token}`,
    PAGE_BODY: JSON.stringify(body),
  };
  await platform.startBeside(script, bareUrl, { name, settings });
  return { name, url: bareUrl };
}

/**
 * @param {readonly string[]} texts
 * @param {readonly (string | number)[]} figures
 */
function row([title = '', page = '', way = ''], figures) {
  const cells = figures.map((figure) => (typeof figure === 'number' ? count(figure) : figure).padStart(13));
  return title.padEnd(28) + page.padEnd(8) + way.padEnd(6) + cells.join('');
}

/** @param {number} number */
function count(number) {
  return Math.round(number).toLocaleString('en');
}

/** @param {string} text */
function tell(text) {
  process.stdout.write(`${text}\n`);
}
