// Prints the cost of reading a request, beside class-validator's own `validateSync` with the same rules and values.
import { validateSync } from 'class-validator';
import {
  BatchCheckRequest,
  batchGetRequest,
  DeliveryDateLookupRequest,
  downloadRequest,
  FcPriceLookupRequest,
  readRequest,
} from '../dist/index.js';

const price = {
  member_code_store: '10000001',
  catalog_id: '500001',
  price: '120.50',
  order_send_date: '2026-04-01',
  delivery_date: '2026-04-03',
};
const product = { catalog_id: '500001', hope_delivery_date: '2026-04-03' };
const pair = { member_code_self: '10000001', member_code_partner: '20000001' };

const cases = [
  ['check', BatchCheckRequest, { batch_id: '17' }],
  ['get', batchGetRequest(5000), { batch_id: '17', seq_from: '1', seq_to: '5000' }],
  ['delivery date, 1 element', DeliveryDateLookupRequest, { ...pair, details_list: [product] }],
  ['delivery date, 1,000 elements', DeliveryDateLookupRequest, { ...pair, details_list: copies(product, 1000) }],
  ['FC price, 1,000 elements', FcPriceLookupRequest, { item: copies(price, 1000) }],
  ['master, a list of 10,000', downloadRequest('master'), { member_code_list: copies({ code: '10000001' }, 10_000) }],
];

for (const [name, requestClass, body] of cases) {
  const { value } = readRequest(requestClass, body);
  const ours = microseconds(() => readRequest(requestClass, body));
  const theirs = microseconds(() => validateSync(value));
  process.stdout.write(`${name.padEnd(30)} readRequest ${ours.toFixed(2)} µs, validateSync ${theirs.toFixed(2)} µs\n`);
}

/** Median time of one call over rounds of about 20 ms. */
function microseconds(work) {
  const rounds = [];
  for (let round = 0; round < 25; round += 1) {
    const start = performance.now();
    let calls = 0;
    while (performance.now() - start < 20) {
      work();
      calls += 1;
    }
    rounds.push(((performance.now() - start) * 1000) / calls);
  }
  return rounds.toSorted((a, b) => a - b)[12];
}

function copies(element, count) {
  return Array.from({ length: count }, () => ({ ...element }));
}
