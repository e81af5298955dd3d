import type { ChildProcess } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { refusal, send } from '@trading-platform/client/testing';
import type { TestPlace } from './copy-places.js';
import type { Workplace } from './run-tp.js';
import { eachWithChanges, issuer, names, own, product, products, type SyncScene, slip } from './sync-scene.js';

let scene: SyncScene;
let place: TestPlace;

/** Runs a round, and kills it when it begins its `number`-th call to a path that ends with `end`. */
function killedAt(
  end: string,
  number: number,
  { signal = 'SIGKILL', isServed = false }: { readonly signal?: NodeJS.Signals; readonly isServed?: boolean } = {},
) {
  let child: ChildProcess | undefined;
  let seen = 0;
  scene.platform.disturbances.push(({ path }) => {
    if (path.endsWith(end) && ++seen === number) child?.kill(signal);
    return seen >= number && !isServed;
  });
  const onStart = (started: ChildProcess) => {
    child = started;
  };
  return scene.sync(place, ['master'], ['--records-per-get', '50'], { onStart });
}

type MakePlace = (workplace: Workplace) => Promise<TestPlace>;

/**
 * Tests a part of the work of a copy. Both databases share most of their code, and so do both formats of files. The
 * short test therefore runs everything on one database and one format, and the long test runs it on the others too.
 */
export function describeSync(name: string, make: MakePlace, parts: readonly (() => void)[]): void {
  describe(`tp sync to ${name}`, () => {
    eachWithChanges((made) => {
      scene = made;
    });
    beforeEach(async () => {
      place = await make(scene.workplace);
    });
    afterEach(() => place.remove());
    for (const test of parts) test();
  });
}

export function following(): void {
  it('loads everything at first, then changes and removals, and says so in a line', async () => {
    scene.master.put(...products(1, 5));
    scene.trade.put(slip(1), slip(2));
    const first = await scene.sync(place, ['trade', 'master']);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/^20\S+ \S+ trade full load, 2 records; master full load, 5 records \([\d.]+ s\)\n$/);
    expect(await names(place)).toEqual(scene.expectedNames());
    expect(await place.rows('trade')).toHaveLength(2);
    scene.master.put(product(2, 'changed'), product(6, 'new'));
    scene.master.remove(product(3), product(99));
    const second = await scene.sync(place, ['trade', 'master']);
    expect(second.stdout).toMatch(/^\S+ \S+ trade no change; master 2 changed, 1 removed \(/);
    expect(await names(place)).toEqual(scene.expectedNames());
    const third = await scene.sync(place, ['trade', 'master'], ['--json']);
    expect(JSON.parse(third.stdout)).toMatchObject({
      kinds: [
        { kind: 'trade', full: false, written: 0, removed: 0 },
        { kind: 'master', full: false, written: 0, removed: 0 },
      ],
    });
    expect(scene.platform.callsTo('/request').map(({ headers }) => headers.prefer)).toEqual([
      'wait=1',
      'wait=1',
      'wait=1, changes-since=cursor-2',
      'wait=1, changes-since=cursor-5',
      'wait=1, changes-since=cursor-2',
      'wait=1, changes-since=cursor-9',
    ]);
  });

  it('has complete tables even without records', async () => {
    const nothing = await scene.sync(place, ['trade', 'master']);
    expect(nothing).toMatchObject({ code: 0, stderr: '' });
    expect(nothing.stdout).toMatch(/ trade full load, 0 records; master full load, 0 records /);
    const tables = ['trade', 'trade_detail', 'trade_partner_group', 'master', 'master_buy', 'master_catalog'];
    expect(await Promise.all(tables.map((table) => place.rows(table)))).toEqual(tables.map(() => []));
  });
}

export function killedLoads(): void {
  it('continues after a kill during a full load, and after a kill during changes', async () => {
    scene.master.put(...products(1, 450));
    expect((await killedAt('/get', 8)).code).toBeNull();
    scene.platform.disturbances.length = 0;
    scene.platform.calls.length = 0;
    expect(await scene.sync(place, ['master'])).toMatchObject({ code: 0 });
    expect(Number(scene.platform.callsTo('/get')[0]?.body['seq_from'])).toBeGreaterThan(100);
    // The request is for changes since the batch of the killed run.
    expect(scene.platform.callsTo('/request').map(({ headers }) => headers.prefer)).toEqual([
      expect.stringContaining('changes-since='),
    ]);
    expect(await names(place)).toEqual(scene.expectedNames());
    scene.master.put(...products(1, 440).map((each) => ({ ...each, buy: [{ ...each.buy[0], item_name: 'other' }] })));
    scene.master.remove(...products(441, 445));
    expect((await killedAt('/get', 7)).code).toBeNull();
    scene.platform.disturbances.length = 0;
    expect((await killedAt('/removed', 1)).code).toBeNull();
    scene.platform.disturbances.length = 0;
    expect(await scene.sync(place, ['master'])).toMatchObject({ code: 0 });
    expect(await names(place)).toEqual(scene.expectedNames());
  });
}

export function otherRounds(): void {
  it('begins anew if the batch of a killed load is gone, and drops the records that only this batch had', async () => {
    scene.master.put(...products(1, 250));
    await killedAt('/get', 5);
    scene.platform.disturbances.length = 0;
    scene.master.remove(...products(1, 40));
    scene.platform.disturbances.push(({ path }, response) => {
      if (!path.endsWith('/check')) return false;
      send(response, 400, refusal('E000009', 'batch_id', 'It has expired.'));
      return true;
    });
    expect(await scene.sync(place, ['master'])).toMatchObject({ code: 0 });
    expect(await names(place)).toEqual(scene.expectedNames());
  });

  it('also copies the changes after the batch of a killed run', async () => {
    scene.master.put(...products(1, 3));
    expect((await killedAt('/get', 1)).code).toBeNull();
    scene.platform.disturbances.length = 0;
    scene.master.put(product(1, 'changed'));
    expect(await scene.sync(place, ['master'])).toMatchObject({ code: 0 });
    expect(await names(place)).toEqual(scene.expectedNames());
  });

  it('also copies the changes after a request whose answer a killed run never received', async () => {
    scene.master.put(...products(1, 3));
    expect((await killedAt('/request', 1, { isServed: true })).code).toBeNull();
    scene.platform.disturbances.length = 0;
    expect(scene.platform.callsTo('/request')).toHaveLength(1);
    scene.master.put(product(1, 'changed'));
    expect(await scene.sync(place, ['master'])).toMatchObject({ code: 0 });
    expect(await names(place)).toEqual(scene.expectedNames());
  });

  it('loads everything if the changes are not known, and drops removed records', async () => {
    scene.master.put(...products(1, 5));
    await scene.sync(place, ['master']);
    scene.master.remove(product(1));
    scene.master.forgetChanges();
    expect((await scene.sync(place, ['master'])).stdout).toMatch(/ master full load, 4 records/);
    expect(await names(place)).toEqual(scene.expectedNames());
  });

  it('requests changes again if their batch ends with an error', async () => {
    scene.master.put(...products(1, 3));
    await scene.sync(place, ['master']);
    scene.master.put(product(1, 'changed'));
    scene.platform.states = ['2', '5'];
    expect(await scene.sync(place, ['master'])).toMatchObject({ code: 0 });
    expect(await names(place)).toEqual(scene.expectedNames());
  });

  it('loads everything if the criteria have changed', async () => {
    scene.master.put(...products(1, 3));
    await scene.sync(place, ['master']);
    await scene.workplace.write('category.json', JSON.stringify({ food_cat_large_code: '10' }));
    scene.master.remove(product(3));
    const { stdout } = await scene.sync(place, ['master'], ['--filter', 'master=category.json']);
    expect(stdout).toMatch(/ master full load, 2 records/);
    expect(scene.platform.callsTo('/request').at(-1)).toMatchObject({
      body: { food_cat_large_code: '10' },
      headers: { prefer: 'wait=1' },
    });
    expect(await names(place)).toEqual(scene.expectedNames());
  });

  it('acknowledges slips once they are in the copy, and again if the acknowledgement was lost', async () => {
    scene.trade.put(slip(1), slip(2));
    let there = 0;
    const refuseWith = async (response: ServerResponse) => {
      there = (await place.rows('trade')).length;
      send(response, 400, refusal('E000002', 'seq_to', 'No.'));
    };
    scene.platform.disturbances.push(({ path }, response) => {
      if (!path.endsWith('/delivered')) return false;
      void refuseWith(response);
      return true;
    });
    expect(await scene.sync(place, ['trade'])).toMatchObject({ code: 1 });
    expect(there).toBe(2);
    expect(await scene.sync(place, ['trade'])).toMatchObject({ code: 0 });
    const acknowledged = {
      path: expect.stringContaining('/batches/7/delivered'),
      body: { seq_from: '1', seq_to: '2' },
    };
    expect(scene.platform.callsTo('/delivered')).toMatchObject([acknowledged, acknowledged]);
    expect(await place.rows('trade')).toHaveLength(2);
    await scene.sync(place, ['trade']);
    expect(scene.platform.callsTo('/delivered')).toHaveLength(2);
  });

  it('refuses the copy of another member or platform, and one of a newer program', async () => {
    scene.master.put(...products(1, 2));
    await scene.sync(place, ['master']);
    const before = await names(place);
    scene.master.put(product(9));
    scene.platform.tokens.claims = { iss: issuer, member_code: '20000002' };
    const other = await scene.sync(place, ['master']);
    expect(other).toMatchObject({ code: 2, stdout: '' });
    expect(other.stderr).toMatch(
      /^tp: \S+ is the copy of member 10000001, and the caller is of 20000002: use another place\n$/,
    );
    scene.platform.tokens.claims = { iss: 'https://other.example.com', member_code: own };
    expect((await scene.sync(place, ['master'])).stderr).toMatch(
      /^tp: \S+ is a copy of https:\/\/auth\.example\.com, and this is https:\/\/other\.example\.com: use another place\n$/,
    );
    expect(await names(place)).toEqual(before);
  });
}
