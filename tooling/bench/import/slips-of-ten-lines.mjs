import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

const linesOfASlip = 10;
const numberDigits = 12;

/**
 * The slips of a demo file, each with ten lines and room for a number of its own at the start.
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
 * The slip under another number.
 *
 * @param {Buffer} slip
 * @param {number} number
 */
export function renumbered(slip, number) {
  const copy = Buffer.from(slip);
  copy.write(numberOf(number), '{"trade_id":"'.length, 'latin1');
  return copy;
}

/** @param {number} number */
function numberOf(number) {
  return String(number).padStart(numberDigits, '0');
}
