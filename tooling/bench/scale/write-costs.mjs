import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { costsFile } from '@trading-platform/capacity/costs';
import { renewDocument } from '@trading-platform/capacity/document';

/** @typedef {import('@trading-platform/capacity/costs').Costs} Costs */

const digits = 4;
/** The system load that the benchmark itself causes. If the load is higher, other programs use the machine. */
export const quietLoad = 12;

/**
 * Writes the file that the capacity model reads, and updates the examples in the model's document.
 *
 * @param {Omit<Costs, 'measured'>} figures
 * @param {{ postgres: string, busiest: number }} about the version, and the highest load during the run
 */
export function writeCosts(figures, { postgres, busiest }) {
  const load = Math.max(busiest, loadavg()[0] ?? 0);
  const measured = {
    at: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}`,
    node: process.version,
    postgres,
    load:
      load > quietLoad ? `while other programs worked on the machine (load ${load.toFixed(0)})` : 'on a quiet machine',
  };
  const text = JSON.stringify(
    { measured, ...figures },
    (_, value) => (typeof value === 'number' ? rounded(value) : value),
    2,
  );
  writeFileSync(costsFile, `${text}\n`);
  renewDocument();
}

/** @param {number} number */
function rounded(number) {
  return Number(number.toPrecision(digits));
}
