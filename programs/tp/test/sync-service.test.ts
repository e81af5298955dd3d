import { describe, expect, it } from '@jest/globals';
import { type Disturbance, refusal, send } from '@trading-platform/client/testing';
import { sqlitePlace, type TestPlace } from './copy-places.js';
import { eachWithChanges, names, product, type SyncScene, slip } from './sync-scene.js';

let scene: SyncScene;

eachWithChanges((made) => {
  scene = made;
});

describe('tp sync --every', () => {
  it('says a line for each round, goes on after a failure, and ends cleanly when it is told to', async () => {
    const place = await sqlitePlace(scene.workplace);
    scene.master.put(product(1));
    let lines = 0;
    const result = await scene.sync(place, ['master'], ['--every', '1s'], {
      onStart: (child) => {
        child.stdout?.on('data', () => {
          lines++;
          if (lines === 1) {
            scene.master.put(product(1, 'changed'));
            scene.platform.states = Array<string>(4).fill('5');
          }
          if (lines === 3) child.kill('SIGTERM');
        });
      },
    });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    const said = result.stdout.trimEnd().split('\n');
    expect(said).toHaveLength(3);
    expect(said[0]).toMatch(/^[-\d]+ [:\d]+ master full load, 1 records \(/);
    expect(said[1]).toMatch(/^[-\d]+ [:\d]+ failed: Batch \d+ failed: .*; again in 5 s$/);
    expect(said[2]).toMatch(/^[-\d]+ [:\d]+ master 1 changed \(/);
    expect(await names(place)).toEqual(['changed']);
    expect(scene.platform.callsTo('/revoke')).toHaveLength(1);
  });

  it('ends while a batch is being made, and takes it up again', async () => {
    const place = await sqlitePlace(scene.workplace);
    scene.master.put(product(1));
    scene.platform.states = Array<string>(1_000).fill('2');
    const result = await scene.sync(place, ['master'], ['--every', '1s'], {
      onStart: (child) => {
        scene.platform.disturbances.push(({ path }) => path.endsWith('/check') && child.kill('SIGTERM') && false);
      },
    });
    expect(result).toEqual({ code: 0, stdout: '', stderr: '' });
    scene.platform.disturbances.length = 0;
    scene.platform.states = [];
    scene.platform.calls.length = 0;
    expect(await scene.sync(place, ['master'])).toMatchObject({ code: 0 });
    expect(scene.platform.callsTo('/request').map(({ headers }) => headers.prefer)).toEqual([
      expect.stringContaining('changes-since='),
    ]);
    expect(await names(place)).toEqual(scene.expectedNames());
  });

  it('ends where waiting does not help', async () => {
    const account = JSON.parse(await scene.workplace.read('caller.json')) as object;
    await scene.workplace.write('caller.json', JSON.stringify({ ...account, user_password: 'wrong' }));
    const place = await sqlitePlace(scene.workplace);
    expect(await scene.sync(place, ['master'], ['--every', '1s'])).toMatchObject({ code: 3, stdout: '' });
  });
});

/**
 * Runs the service. After each line that it prints, takes the next step. After the last step, the next line ends the
 * service.
 */
function serveFor(place: TestPlace, what: readonly string[], more: readonly string[], steps: readonly (() => void)[]) {
  let lines = 0;
  return scene.sync(place, what, more, {
    onStart: (child) => {
      child.stdout?.on('data', () => {
        const step = steps[lines++];
        if (step === undefined) child.kill('SIGTERM');
        else step();
      });
    },
  });
}

const said = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^\S+ \S+ /, '').replace(/ \([\d.]+ s\)$/, ''));

describe('tp sync --follow', () => {
  it('asks for the kinds that events name as changed, and for all kinds if events are gone', async () => {
    const place = await sqlitePlace(scene.workplace);
    const { platform, master, trade } = scene;
    master.put(product(1));
    trade.put(slip(1));
    const result = await serveFor(
      place,
      ['master', 'trade'],
      ['--follow', '--every', '1h', '--member-codes', '10000001'],
      [
        () => {
          master.put(product(1, 'no event tells it yet'));
          trade.put(slip(2));
          platform.events.add('batch.ended', { batch_id: '1' });
          platform.events.add('trade.created', { trade_id: 'T2' });
        },
        () => {
          platform.disturbances.push(({ path }, response) => {
            if (!path.endsWith('/events')) return false;
            send(response, 410, refusal('E000023', 'after', 'Begin anew.'));
            return true;
          });
          trade.put(slip(3));
          // Ends the call that waits, and begins no round before the next call is refused.
          platform.events.add('batch.ended', { batch_id: '2' });
        },
      ],
    );
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(said(result.stdout)).toEqual([
      'master full load, 1 records; trade full load, 1 records',
      'trade 1 changed',
      'master 1 changed; trade 1 changed',
    ]);
    expect(await names(place)).toEqual(['no event tells it yet']);
    const [query] = platform.callsTo('/events').map((call) => Object.fromEntries(call.query));
    expect(query).toEqual({ types: 'master.changed,trade.*', member_codes: '10000001', limit: '1' });
  });

  it('asks at the interval while it may not follow events, and says so once', async () => {
    const place = await sqlitePlace(scene.workplace);
    const { platform, master } = scene;
    const refuse: Disturbance = ({ path }, response) => {
      if (!path.endsWith('/events')) return false;
      send(response, 403, refusal('E100001', '', 'The client needs the right event.'));
      platform.disturbances.push(refuse);
      return true;
    };
    platform.disturbances.push(refuse);
    const result = await serveFor(
      place,
      ['master'],
      ['--follow', '--every', '1s'],
      [() => master.put(product(1)), () => master.put(product(2))],
    );
    expect(result.code).toBe(0);
    expect(said(result.stdout)).toEqual(['master full load, 0 records', 'master 1 changed', 'master 1 changed']);
    expect(result.stderr.match(/Events cannot be followed .*right event.* every 1 s\./g)).toHaveLength(1);
  });
});
