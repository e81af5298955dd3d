/** Prints the machines that a platform needs. */
import { failureLine } from '@trading-platform/bootstrap/failure';
import { readCosts } from './costs.mjs';
import { planOf } from './model.mjs';
import { help, readOptions } from './options.mjs';
import { report } from './report.mjs';

try {
  const { demand, json, help: isHelpWanted } = readOptions(process.argv.slice(2));
  process.stdout.write(isHelpWanted ? help : answer(demand, json));
} catch (error) {
  process.stderr.write(`${failureLine(error)}\n`);
  process.exitCode = 1;
}

/**
 * @param {import('./options.mjs').Demand} demand
 * @param {boolean} json
 */
function answer(demand, json) {
  const costs = readCosts();
  const plan = planOf(costs, demand);
  return json ? `${JSON.stringify({ demand, ...plan }, undefined, 2)}\n` : report(costs, demand, plan);
}
