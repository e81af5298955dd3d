import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

const linesOfASlip = 10;
const numberDigits = 12;
/** Slips from this day are old enough for any archive. */
const longAgo = '2020-01-01';

/**
 * Reads slips from a demo file. Each slip has ten lines, and its text has room for a new slip number at the start.
 *
 * @param {string} file
 * @returns {Promise<Buffer[]>}
 */
export async function slipsOfTenLines(file) {
  const slips = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const { trade_id: _, detail_list: details, ...slip } = JSON.parse(line);
    const lines = Array.from({ length: linesOfASlip }, (__, index) => details[index % details.length]);
    slips.push(Buffer.from(`${JSON.stringify({ trade_id: numberOf(0), ...slip, detail_list: lines })}\n`));
  }
  return slips;
}

/**
 * Returns a copy of the slip with another number.
 *
 * @param {Buffer} slip
 * @param {number} number
 */
export function renumbered(slip, number) {
  const copy = Buffer.from(slip);
  copy.write(numberOf(number), '{"trade_id":"'.length, 'latin1');
  return copy;
}

/**
 * Returns both views of a slip that was sent and delivered years ago.
 *
 * @param {Buffer} slip one view
 * @returns {Buffer[]} in each view, the number is at the same position
 */
export function oldViews(slip) {
  const { member_code_self, member_code_partner, ...fields } = JSON.parse(String(slip));
  const old = { ...fields, status_code: '60', update_date: `${longAgo} 00:00:00` };
  for (const name of Object.keys(old)) {
    if (/_day$|_date$/.test(name) && name !== 'update_date' && old[name] !== '') old[name] = longAgo;
  }
  return [
    [member_code_self, member_code_partner],
    [member_code_partner, member_code_self],
  ].map(([own, partner]) =>
    Buffer.from(`${JSON.stringify({ ...old, member_code_self: own, member_code_partner: partner })}\n`),
  );
}

/** @param {number} number */
function numberOf(number) {
  return String(number).padStart(numberDigits, '0');
}
