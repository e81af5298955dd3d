import { describe, expect, it } from '@jest/globals';
import { type Cost, type Costs, type UnitName, unitTitles } from '../costs.mjs';
import { planOf, unitsPerDay } from '../model.mjs';
import { readOptions } from '../options.mjs';

const nothing: Cost = {
  auth: 0,
  api: 0,
  worker: 0,
  tpctl: 0,
  database: 0,
  statements: 0,
  commits: 0,
  walBytes: 0,
  movedBytes: 0,
  sentBytes: 0,
};

/** Makes costs for simple calculations: every cost that is not given is 0. */
function costsOf(units: Partial<Record<UnitName, Partial<Cost>>>, more: Partial<Costs> = {}): Costs {
  const names = Object.keys(unitTitles) as UnitName[];
  return {
    measured: { at: '2026-01-01', machine: 'a machine', node: 'v24', postgres: '18', load: 'on a quiet machine' },
    units: Object.fromEntries(names.map((name) => [name, { ...nothing, ...units[name] }])) as Costs['units'],
    idle: nothing,
    resident: { auth: 100, api: 200, worker: 300 },
    rows: { member: 0, product: 0, view: 0, batch: 0, productRecord: 0, slipRecord: 0, archivedSlip: 0 },
    claimMs: 0,
    noticeMs: 0,
    ...more,
  };
}

const demandOf = (...args: string[]) => readOptions(args).demand;

describe('the work of a day', () => {
  it('comes from slips, batches and members', () => {
    const demand = demandOf('--members', '10', '--slips-per-day', '1000', '--batches-per-day', '50');
    expect(unitsPerDay(demand)).toEqual({
      signIn: 10,
      reissue: 50,
      batch: 50,
      check: 100,
      record: 1_000,
      get: 1,
      importedView: 1_800,
      line: 1_000,
      slipRecord: 2_000,
      deliveredSlip: 2_000,
      archivedSlip: 1_000,
    });
  });
});

describe('the plan', () => {
  // 36,000 checks in the busiest hour are 10 a second.
  const checks = ['--batches-per-day', '36000', '--checks-per-batch', '10', '--busiest-hour-percent', '10'];

  it('needs cores for the work of the busiest hour, and processes that are not too busy', () => {
    const costs = costsOf({ check: { api: 250, database: 100 } });
    const { perSecond, services, database } = planOf(costs, demandOf(...checks, '--busy-percent', '50'));
    expect(perSecond.check).toBeCloseTo(10);
    expect(services.api).toEqual({ cores: expect.closeTo(2.5), processes: 5, memoryBytes: 1_000 });
    expect(services.auth).toEqual({ cores: 0, processes: 2, memoryBytes: 200 });
    expect(database.cores).toBeCloseTo(1);
  });

  it('counts the CPU of processes without calls', () => {
    const idle = { ...nothing, api: 100, database: 30 };
    const { services, database } = planOf(costsOf({ check: { api: 250 } }, { idle }), demandOf(...checks));
    // 2.5 cores for the work, and half a core for the 5 processes while they are idle (100 ms a second each).
    expect(services.api).toEqual({ cores: expect.closeTo(3), processes: 5, memoryBytes: 1_000 });
    expect(database.cores).toBeCloseTo(((5 + 2 + 2) * 30) / 3_000);
  });

  it('needs fewer of faster cores', () => {
    const costs = costsOf({ check: { api: 250 } });
    expect(planOf(costs, demandOf(...checks, '--core-percent', '250')).services.api.cores).toBeCloseTo(1);
  });

  it('divides the work of the databases, but not the work of the services', () => {
    const costs = costsOf({ check: { api: 250, database: 100 } });
    const { services, database } = planOf(costs, demandOf(...checks, '--databases', '4'));
    expect(services.api.cores).toBeCloseTo(2.5);
    expect(database.cores).toBeCloseTo(0.25);
  });

  it('keeps slips and batches for their days, with a reserve', () => {
    const costs = costsOf(
      {},
      { rows: { member: 1, product: 2, view: 10, batch: 100, productRecord: 3, slipRecord: 5, archivedSlip: 7 } },
    );
    const demand = demandOf('--members', '7', '--products', '4', '--slips-per-day', '20', '--batches-per-day', '6');
    const ofSlips = 20 * 2 * 10 * 400;
    const ofBatches = (6 * 100 + 700 * 3 + 40 * 5) * 7;
    const plan = planOf(costs, demand);
    expect(plan.database.diskBytes).toBeCloseTo((7 + 8 + ofSlips + ofBatches) * 1.3);
    expect(plan.archiveBytesPerDay).toBe(20 * 7);
  });

  it('lists first the limit that is used most', () => {
    const batches = ['--batches-per-day', '36000', '--busiest-hour-percent', '10'];
    const { limits } = planOf(costsOf({}, { claimMs: 1_000, noticeMs: 750 }), demandOf(...batches));
    expect(limits.slice(0, 2)).toEqual([
      { title: 'notices of batches, one after another', used: expect.closeTo(1.5) },
      { title: 'claims of batches, one after another', used: expect.closeTo(1) },
    ]);
    const slips = costsOf({ importedView: { tpctl: 1, database: 1 }, line: { worker: 3, database: 1 } });
    // 1,800,000 imported views and 1,000,000 uploaded lines in the busiest hour.
    const { limits: ofSlips } = planOf(slips, demandOf('--slips-per-day', '10000000', '--busiest-hour-percent', '10'));
    expect(ofSlips[0]?.title).toBe('writers of slips, one after another');
    expect(ofSlips[0]?.used).toBeCloseTo((1_800 * 2 + 1_000 * 4) / 3_600);
  });

  it('archives as many slips as are created: tpctl needs cores, and others wait only while PostgreSQL removes slips', () => {
    const costs = costsOf({ archivedSlip: { tpctl: 5, database: 2 }, importedView: { tpctl: 1 } });
    // 3,600 slips in an hour, all of them imported: one a second, with two views.
    const slips = ['--slips-per-day', '36000', '--uploaded-percent', '0', '--busiest-hour-percent', '10'];
    const { tpctlCores, database, limits } = planOf(costs, demandOf(...slips));
    expect(tpctlCores).toBeCloseTo((5 + 2 * 1) / 1_000);
    expect(database.cores).toBeCloseTo(2 / 1_000);
    const writers = limits.find(({ title }) => title.startsWith('writers of slips'));
    expect(writers?.used).toBeCloseTo((2 + 2 * 1) / 1_000);
  });
});
