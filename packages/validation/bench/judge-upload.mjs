// Prints the cost of judging the largest order upload: in the thread, on the main thread meanwhile, and without a
// thread. Needs Node 24.
import { judgeBody, OrderUploadRequest } from '../dist/index.js';
import { JudgingThread } from '../dist/threads/index.js';

const bodyBytes = 16 * 1024 * 1024;
const rounds = 9;

const uploads = [
  ['sound, texts fill 16 MiB', upload(line(740))],
  ['sound, short lines', upload(line(0))],
  ['20,000 broken lines', upload({ line_no: '1', catalog_id: 'c1', private_item_code: 'p1', prod_lot_qty: '0' })],
];

for (const [name, body] of uploads) {
  const thread = new JudgingThread();
  await thread.judge(OrderUploadRequest, bytesOf(body), true);
  const inThread = [];
  const occupied = [];
  for (let round = 0; round < rounds; round += 1) {
    const bytes = bytesOf(body);
    const before = process.threadCpuUsage();
    const start = performance.now();
    const judged = await thread.judge(OrderUploadRequest, bytes, true);
    if (judged.hasDefects) await judged.defects({ visible: [], readable: [], pair: [] });
    inThread.push(performance.now() - start);
    const { user, system } = process.threadCpuUsage(before);
    occupied.push((user + system) / 1000);
  }
  await thread.close();
  const here = Array.from({ length: rounds }, () => {
    const start = performance.now();
    judgeBody(OrderUploadRequest, bytesOf(body)).digest();
    return performance.now() - start;
  });
  const size = (bytesOf(body).length / 1024 / 1024).toFixed(1);
  process.stdout.write(
    `${name.padEnd(26)} ${size} MiB: ${median(inThread)} ms in the thread, ${median(occupied)} ms of them in the main thread; ${median(here)} ms here\n`,
  );
}

function upload(detail) {
  const detail_list = Array.from({ length: 20 }, () => detail);
  const order = {
    member_code_self: '10010001',
    member_code_partner: '20010001',
    hope_delivery_date: '2026-04-03',
    send_flg: '1',
    detail_list,
  };
  const body = JSON.stringify({
    order_list: Array.from({ length: 1000 }, (_, index) => ({ upload_no: `order-${index}`, ...order })),
  });
  if (body.length > bodyBytes) throw new RangeError('The upload is larger than the API accepts');
  return body;
}

function line(characters) {
  const remarks = characters === 0 ? {} : { prod_remarks: 'x'.repeat(characters) };
  return { line_no: '12', catalog_id: '500001', prod_lot_qty: '2.5', ...remarks };
}

function bytesOf(body) {
  return new TextEncoder().encode(body);
}

function median(times) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)].toFixed(1);
}
