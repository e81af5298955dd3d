import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { ScaleMarket } from './market.mjs';
import { measureIdle, measureUnit, medianOf } from './measure-units.mjs';
import { Rig } from './rig.mjs';
import { units } from './units.mjs';

/** @typedef {{ title: string, bench: import('./units.mjs').Bench, costs: Map<string, import('./measure-units.mjs').Cost[]> }} Side */

const size = { auth: 1, api: 1, worker: 1 };
const idleSeconds = 6;
const traced = ['record', 'check', 'batch'];
const programs = /** @type {const} */ (['api', 'worker', 'database']);
/** CPU milliseconds of a unit that are told. */
const least = 0.001;

/**
 * What work costs without traces and with a span for each request, attempt and statement, sent to a collector that throws them away.
 *
 * @param {{ folder: string, records: number, rounds: number, only: string, tell: (text: string) => void }} options
 * @returns {Promise<boolean>}
 */
export async function measureTracing({ folder, records, rounds, only, tell }) {
  const collector = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end());
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (collector.address());
  const kinds = [
    { title: 'without', settings: {} },
    { title: 'with', settings: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` } },
  ];
  /** @type {Side[]} */
  const sides = [];
  try {
    for (const { title, settings } of kinds) {
      const rig = await Rig.prepare(join(folder, title), size, settings);
      sides.push({ title, bench: await benchOf(rig, records), costs: new Map() });
    }
    for (let round = 0; round <= rounds; round++) {
      tell(round === 0 ? 'A round that is not counted …' : `Round ${round} of ${rounds} …`);
      for (const side of sides) await measureRound(side, { round, only });
    }
    tellSides(sides, tell);
    return true;
  } finally {
    await Promise.all(sides.map(({ bench }) => bench.rig.end()));
    collector.close();
    collector.closeAllConnections();
  }
}

/**
 * @param {Rig} rig
 * @param {number} records
 * @returns {Promise<import('./units.mjs').Bench>}
 */
async function benchOf(rig, records) {
  const market = await ScaleMarket.load(rig.platform, records);
  await rig.start();
  return { rig, market, made: new Map() };
}

/**
 * @param {Side} side
 * @param {{ round: number, only: string }} options the first round, 0, only warms up
 */
async function measureRound({ bench, costs }, { round, only }) {
  const idle = await measureIdle(bench.rig, idleSeconds);
  const isWanted = (/** @type {string} */ name, makes = '') => name.includes(only) || makes.includes(only);
  for (const unit of units.filter(({ name, makes }) => traced.includes(name) && isWanted(name, makes))) {
    const cost = await measureUnit(unit, bench, { idle, round });
    if (round > 0) costs.set(unit.name, [...(costs.get(unit.name) ?? []), cost]);
  }
}

/**
 * @param {readonly Side[]} sides
 * @param {(text: string) => void} tell
 */
function tellSides(sides, tell) {
  tell('\nCPU ms for each unit of work, without traces and with them');
  for (const { name, title } of units.filter((unit) => sides[0]?.costs.has(unit.name))) {
    for (const program of programs) {
      const [without = Number.NaN, withTraces = Number.NaN] = sides.map(({ costs }) =>
        medianOf((costs.get(name) ?? []).map((cost) => cost[program])),
      );
      if (without < least) continue;
      const times = (withTraces / without).toFixed(2);
      tell(`  ${title.padEnd(44)}${program.padEnd(10)}${without.toFixed(4)} ${withTraces.toFixed(4)} times ${times}`);
    }
  }
}
