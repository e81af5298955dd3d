import { requestAndWait } from '../harness/batches.mjs';
import { runBench } from '../harness/bench.mjs';
import { databaseOption, dialectOf, profileFlags, profileOption, withPlatform } from '../harness/platform.mjs';
import { judge, megabytes, row } from '../harness/print.mjs';
import { inTurn, medianBy, medianOf, ratioOf } from '../harness/rounds.mjs';
import { Market } from '../market/market.mjs';
import { linesPerOrder, members, uploadOf } from '../market/records.mjs';
import { measurePlainUpdate } from './measure-plain-update.mjs';
import { measurePlainUpload } from './measure-plain-upload.mjs';
import { shipOrders } from './ship-orders.mjs';

const ofPerSecond = (/** @type {{ perSecond: number }} */ { perSecond }) => perSecond;

const about = `Measures uploads of orders with ${linesPerOrder} lines each (Spec 4.11), from the request to the final results, over HTTP, with one worker. Compares them
with the ordinary way, which queries the product, the price and the settings for each line, and calls TypeORM's \`save\` for each order.
The ordinary way uses the same kind of database, but not HTTP. With --updates, measures shipments of these orders instead. The seller
changes some quantities; the ordinary way then reads, changes and saves each slip in a transaction.`;

const options = /** @type {const} */ ({
  database: databaseOption,
  updates: [false, 'measure shipments instead of uploads'],
  orders: [1_000, 'orders in an upload'],
  rounds: [5, 'measured uploads, after one that is not counted'],
  plain: [100, 'orders that the ordinary way stores'],
  profile: profileOption,
});
const wanted = {
  upload: { sqlite: 15_000, postgres: 8_000 },
  shipment: { sqlite: 15_000, postgres: 10_000 },
  times: 20,
};
/** The seller changes the quantity of this many lines of each slip. */
const changedLines = 5;

await runBench({ name: 'orders', about, options }, (values, folder) => {
  const dialect = dialectOf(values.database);
  return withPlatform({ folder, dialect }, async (platform) => {
    const market = await Market.load(platform, { parts: ['orders'] });
    await platform.start('auth');
    await platform.start('api');
    await platform.start('worker', profileFlags(values.profile));
    const what = values.updates ? 'shipment' : 'upload';
    row(what, ['seconds', 'lines/s', 'worker CPU s', 'worker', 'api'], { titleWidth: 8 });
    const { ours, ordinary } = await inTurn(values.rounds, {
      ours: (round) =>
        values.updates
          ? ship(market, values.orders, round)
          : upload(market, uploadOf(values.orders, `r${round}`), round),
      ordinary: async (round) => {
        const orders = uploadOf(values.plain, `plain${round}`);
        const address = platform.peerDatabase(`plain${round}`);
        const measured = values.updates
          ? measurePlainUpdate(orders, changedLines, address)
          : measurePlainUpload(orders, address);
        return { perSecond: await measured };
      },
    });
    const lines = ours.map((each) => each.perSecond * linesPerOrder);
    const [median, best] = [medianOf(lines), Math.max(...lines)];
    const times = ratioOf(ours, ordinary, ofPerSecond);
    row(
      'lines a second: median, best, ordinary way, times',
      [median, best, medianBy(ordinary, ofPerSecond) * linesPerOrder, times],
      { titleWidth: 52, width: 10 },
    );
    return judge(
      `${wanted[what][dialect]} lines a second and ${wanted.times} times the ordinary way`,
      median >= wanted[what][dialect] && times >= wanted.times,
    );
  });
});

/**
 * @param {Market} market
 * @param {ReturnType<typeof uploadOf>} orders
 * @param {number} round
 */
async function upload(market, orders, round) {
  const token = await market.tokenOf(members.orderer);
  return timed(market, orders.length, round, () =>
    requestAndWait({ url: `${market.platform.orderUrl}/order/upload`, token, body: { order_list: orders } }),
  );
}

/**
 * @param {Market} market
 * @param {number} count
 * @param {number} round
 */
async function ship(market, count, round) {
  const [maker = ''] = members.makers;
  const shipments = await shipOrders(market, uploadOf(count, `s${round}`, [maker]), { seller: maker, changedLines });
  return timed(market, count, round, () => requestAndWait(shipments));
}

/**
 * @param {Market} market
 * @param {number} slips
 * @param {number} round
 * @param {() => Promise<unknown>} work
 * @returns {Promise<{ perSecond: number }>} slips a second
 */
async function timed({ platform }, slips, round, work) {
  const before = platform.cpuSeconds('worker');
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1_000;
  row(
    String(round),
    [
      seconds.toFixed(2),
      (slips / seconds) * linesPerOrder,
      (platform.cpuSeconds('worker') - before).toFixed(2),
      megabytes(platform.residentBytes('worker')),
      megabytes(platform.residentBytes('api')),
    ],
    { titleWidth: 8 },
  );
  return { perSecond: slips / seconds };
}
