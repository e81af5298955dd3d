import { createServer } from 'node:http';
import { openDatabase } from '@trading-platform/database';
import { FcPrices, ShortestDeliveryDates } from '@trading-platform/ordering';
import { openOrderingPorts, orderingSchema } from '@trading-platform/ordering/typeorm';

/*
 * Computes the same answers in the plain way: nothing is kept between requests, and there are separate queries for each
 * element. This server has no guard, no validation and no log, so it does less work than a real service would.
 */

const database = await openDatabase({ address: process.env.ORDERING_DATABASE_URL ?? '', schemas: [orderingSchema] });
const { deliverySource, fcPriceSource } = openOrderingPorts(database);
/** The services are created anew for each request, so larger caches would only cost time. */
const keepsNothing = { pairsKept: 1, productsKept: 1 };

/** @type {typeof deliverySource} */
const queryForEachLine = Object.assign(Object.create(deliverySource), {
  /** @type {typeof deliverySource['readLines']} */
  async readLines(pair, catalogIds) {
    const lines = [];
    for (const catalogId of catalogIds) lines.push(...(await deliverySource.readLines(pair, [catalogId])));
    return lines;
  },
});

/** @type {Record<string, (body: any, caller: string) => Promise<object>>} */
const functions = {
  '/delivery/shortest': (body, caller) =>
    new ShortestDeliveryDates({ ...keepsNothing, source: queryForEachLine }).lookUp(body, caller),
  '/fc/price': async (body, caller) => {
    const prices = new FcPrices({ ...keepsNothing, source: fcPriceSource });
    const answers = [];
    for (const item of body.item) answers.push(...(await prices.lookUp({ item: [item] }, caller)));
    return { item: answers };
  },
  '/ready': async () => ({}),
};

const server = createServer((request, response) => void answer(request, response));

server.listen(Number(process.env.PLAIN_PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString());
  const found = await functions[request.url ?? '']?.(body, process.env.CALLER ?? '');
  const text = JSON.stringify(found ?? {});
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
  response.writeHead(found === undefined ? 404 : 200, headers).end(text);
}
