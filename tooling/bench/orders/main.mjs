import { requestAndWait } from '../harness/batches.mjs';
import { runBench } from '../harness/bench.mjs';
import { databaseOption, dialectOf, profileFlags, profileOption, withPlatform } from '../harness/platform.mjs';
import { judge, megabytes, row } from '../harness/print.mjs';
import { inTurn, medianBy, medianOf, ratioOf } from '../harness/rounds.mjs';
import { Market } from '../market/market.mjs';
import { linesPerOrder, members, uploadOf } from '../market/records.mjs';
import { measurePlainUpload } from './measure-plain-upload.mjs';

const ofPerSecond = (/** @type {{ perSecond: number }} */ { perSecond }) => perSecond;

const about = `Uploads of orders of ${linesPerOrder} lines each (Spec 4.11), from the request to their final results, over HTTP, with one worker. Beside it the
ordinary way: for each line a query for its product, its price and the settings, and TypeORM's \`save\` for each order, on the same kind
of database and without HTTP.`;

const options = /** @type {const} */ ({
  database: databaseOption,
  orders: [1_000, 'orders of an upload'],
  rounds: [5, 'uploads that count, after one that does not'],
  plain: [100, 'orders of the ordinary way'],
  profile: profileOption,
});
const wanted = { sqlite: 15_000, postgres: 8_000, times: 20 };

await runBench({ name: 'orders', about, options }, (values, folder) => {
  const dialect = dialectOf(values.database);
  return withPlatform({ folder, dialect }, async (platform) => {
    const market = await Market.load(platform, { parts: ['orders'] });
    await platform.start('auth');
    await platform.start('api');
    await platform.start('worker', profileFlags(values.profile));
    row('upload', ['seconds', 'lines/s', 'worker CPU s', 'worker', 'api'], { titleWidth: 8 });
    const { ours, ordinary } = await inTurn(values.rounds, {
      ours: (round) => upload(market, values.orders, round),
      ordinary: async (round) => ({
        perSecond: await measurePlainUpload(
          uploadOf(values.plain, `plain${round}`),
          platform.peerDatabase(`plain${round}`),
        ),
      }),
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
      `${wanted[dialect]} lines a second and ${wanted.times} times the ordinary way`,
      median >= wanted[dialect] && times >= wanted.times,
    );
  });
});

/**
 * @param {Market} market
 * @param {number} orders
 * @param {number} round
 * @returns {Promise<{ perSecond: number }>} orders a second
 */
async function upload(market, orders, round) {
  const { platform } = market;
  const before = platform.cpuSeconds('worker');
  const url = `${platform.orderUrl}/order/upload`;
  const call = {
    url,
    token: await market.tokenOf(members.orderer),
    body: { order_list: uploadOf(orders, `r${round}`) },
  };
  const started = performance.now();
  await requestAndWait(call);
  const seconds = (performance.now() - started) / 1_000;
  row(
    String(round),
    [
      seconds.toFixed(2),
      (orders / seconds) * linesPerOrder,
      (platform.cpuSeconds('worker') - before).toFixed(2),
      megabytes(platform.residentBytes('worker')),
      megabytes(platform.residentBytes('api')),
    ],
    { titleWidth: 8 },
  );
  return { perSecond: orders / seconds };
}
